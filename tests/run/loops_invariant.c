/* Values and checks that do not change in a loop; loops that are not run; loops entered from several places. */
#include <stdio.h>
#include <stdlib.h>

static int grid[7][9][5];
static int data[40];

static int never(int *p, int n, int *bad)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += *bad + p[i];
    for (int i = 5; i < n; i++)
        s += data[n + 100];
    return s;
}

static long sum3(int a, int b, int c)
{
    long s = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++) {
                grid[i][j][k] = i * 100 + j * 10 + k;
                s += grid[i][j][k] * (a + b);
            }
    for (int k = c - 1; k >= 0; k--)
        for (int i = a - 1; i >= 0; i--) {
            if ((i + k) % 3 == 0)
                continue;
            for (int j = b; j-- > 0;) {
                if (j == 4)
                    break;
                s ^= grid[i][j][k] << (c & 7);
            }
        }
    return s;
}

static int two_entries(int n, int where)
{
    int s = 0, i = 0;
    if (where)
        goto middle;
head:
    if (i >= n)
        return s;
    s += n * 3;
middle:
    s += where * 7 + n;
    i++;
    goto head;
}

static int changes(int n)
{
    int limit = n, s = 0;
    for (int i = 0; i < limit; i++) {
        s += limit * 2 + n * 2;
        if (i == 3)
            limit = limit / 2 + 1;
    }
    return s;
}

static int outer_again(int n)
{
    int s = 0, tries = 0;
again:
    for (int i = 0; i < n; i++) {
        s += n * 5 + tries;
        if (i == n - 1 && tries++ < 3)
            goto again;
    }
    return s;
}

static unsigned step(unsigned x) { return x * 5 + 1; }

static unsigned with_call(unsigned n)
{
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++)
        s = step(s) + n * 3;
    return s;
}

struct node { int value; struct node *next; };

static int through(struct node *list, int *scale)
{
    int s = 0;
    for (struct node *p = list; p; p = p->next)
        s += p->value * *scale;
    return s;
}

static int freed_in_loop(int n)
{
    int s = 0;
    int *p = malloc(sizeof *p);
    *p = 3;
    for (int i = 0; i < n; i++) {
        s += *p + n;
        if (i == n - 1) {
            free(p);
            p = 0;
        }
    }
    if (p)
        free(p);
    return s;
}

static long strides(char *bytes, int n)
{
    long s = 0;
    short *halves = (short *)bytes;
    for (int i = 0; i < n; i += 3) {
        bytes[i] = (char)(i * 7);
        s += halves[i / 2];
    }
    for (char *p = bytes + n; p > bytes;)
        s = s % 1000 * 3 + *--p;
    return s;
}

int main(void)
{
    int scale = 4;
    struct node c = { 3, 0 }, b = { 2, &c }, a = { 1, &b };
    static char bytes[101];
    printf("%d %d\n", never(data, 0, 0), never(0, -3, 0));
    printf("%ld %ld %ld\n", sum3(7, 9, 5), sum3(0, 9, 5), sum3(3, 1, 2));
    printf("%d %d %d\n", two_entries(5, 0), two_entries(5, 1), two_entries(0, 1));
    printf("%d %d\n", changes(10), changes(3));
    printf("%d %d\n", outer_again(4), outer_again(0));
    printf("%u\n", with_call(20));
    printf("%d %d\n", through(&a, &scale), through(0, 0));
    printf("%d %d\n", freed_in_loop(4), freed_in_loop(0));
    printf("%ld\n", strides(bytes, 100));
    return 0;
}
