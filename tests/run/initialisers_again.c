/* Parts that are initialised more than once: which values stay. */
#include <stdio.h>
struct in {
    int a, b[3];
};
struct out {
    struct in i;
    int t;
};
static int nest[3][4] = { [1] = { [2] = 5 }, [0][3] = 8, { 1, 2 } };
static struct out g = { .i = { 1, { 2, 3, 4 } }, .i.b[1] = 9, .t = 5 };
static struct out h = { .i = { 1, { 2, 3, 4 } }, .i = { .b = { [2] = 7 } } };
static struct out k[2] = { [0].i.b = { 1, 2, 3 }, [0].i.b[0] = 4, [1] = { { 5 } }, [1].t = 6 };
static char name[2][8] = { "abcdef", [0][2] = 'X', [1] = { 'a', 'b' }, [1] = { [1] = 'c' } };

static void show(const struct out *o)
{
    printf("%d %d %d %d %d\n", o->i.a, o->i.b[0], o->i.b[1], o->i.b[2], o->t);
}

int main(void)
{
    for (int i = 0; i < 3; i++) printf("%d %d %d %d\n", nest[i][0], nest[i][1], nest[i][2], nest[i][3]);
    show(&g);
    show(&h);
    show(&k[0]);
    show(&k[1]);
    printf("%s %d %c\n", name[0], name[1][0], name[1][1]);
    int n = 3;
    struct in c = { n, { n + 1, n + 2, n + 3 } };
    struct out a = { .i = c, .i.a = 77, .t = 6 };
    show(&a);
    struct out b = { .i = c, .t = 1 };
    show(&b);
    struct out d = { .i = { n, { n, n, n } }, .i.b[1] = 2 * n };
    show(&d);
    struct out e = { .i = { n, { n, n, n } }, .i = { .b = { [2] = n } } };
    show(&e);
    struct out f[2] = { [0 ... 1] = { .i = { 1, { 2, 3, 4 } }, .t = 9 }, [1].i.b[0] = n };
    show(&f[0]);
    show(&f[1]);
    return 0;
}
