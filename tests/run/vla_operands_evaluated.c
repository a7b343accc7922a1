/* Sizes of variable-length arrays: what is evaluated, when, and how often. */
#include <stdio.h>
static int calls;

static int next(int n)
{
    calls++;
    return n;
}

static int sum(int r, int c, int (*a)[c])
{
    int s = 0;
    for (int i = 0;i<r;i++)for (int j = 0;j<c;j++) s += a[i][j];
    return s;
}

static size_t szp(int n, int a[n][n+1], int (*p)[n+next(2)])
{
    return sizeof *p + sizeof a[0];
}

int main(void)
{
    int n = 3;
    int a[next(n)][next(4)];
    printf("%zu %zu %d\n", sizeof a, sizeof a[0], calls);
    n = 100;
    printf("%zu %zu\n", sizeof a, sizeof(a[0]));
    int i = 0;
    size_t s = sizeof(int[++i + 2]);
    printf("%d %zu\n", i, s);
    s = sizeof a[i++];
    printf("%d %zu\n", i, s);
    for (int r = 0;r<3;r++)for (int c = 0;c<4;c++) a[r][c] = r*10+c;
    printf("%d\n", sum(3, 4, a));
    typedef int row[i+3];
    row x;
    int k = i;
    i = 50;
    printf("%zu %d\n", sizeof x/sizeof(int), k);
    row *px = &x;
    for (int j = 0;j<5;j++) x[j] = j*j;
    printf("%d %zu\n", (*px)[4], sizeof *px);
    int m = 2;
    int b[m][3][m];
    printf("%zu %zu %zu\n", sizeof b, sizeof b[0], sizeof b[0][0]);
    int (*q)[3][m] = b;
    printf("%td\n", (char*)(q+1)-(char*)q);
    {
        size_t z = szp(4, 0, 0);
        printf("%zu %d\n", z, calls);
    }
    for (int t = 1;t<4;t++) {
        char buf[t*2];
        buf[t*2-1] = (char)t;
        printf("%zu ", sizeof buf);
        if (t == 2) continue;
        printf("%d ", buf[t*2-1]);
    }
    puts("");
    int cnt = 0;
    again:;
    {
        int v[cnt+1];
        v[cnt] = cnt;
        printf("%zu:%d ", sizeof v/sizeof *v, v[cnt]);
        if (++cnt<4) goto again;
    }
    puts("");
    struct {
        int h;
    }
    st;
    typeof(int[next(2)]) tv;
    tv[1] = 5;
    printf("%d %d\n", tv[1], calls);
    (void)st;
    printf("%zu\n", sizeof(char[n][2]));
    return 0;
}
