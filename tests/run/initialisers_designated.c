#include <stdio.h>
struct p { int x, y; };
struct s { int a; struct p p[3]; char t[4]; int z; };
int g[10] = { 1, 2, [5] = 50, 60, [2] = 3, [8 ... 9] = 7 };
int g2[] = { [3] = 1, [0] = 9, 8 };
char names[][6] = { [1] = "one", "two", [4] = { 'f', 'o' } };
struct s gs = { .z = 5, .p[1].y = 7, .p[2] = { .y = 9 }, .t = "ab" };
int m[3][4] = { [1][2] = 5, [2] = { 1, [3] = 4 } };
int main(void) {
    int i, j;
    struct s l = { 1, { { 2, 3 }, 4, 5, [2].x = 6 }, { 'x', [3] = 'y' }, .a = 100 };
    struct s old = { a: 4, z: 6, t: "q" };
    for (i = 0; i < 10; i++) printf("%d ", g[i]);
    printf("%zu %d %d %d\n", sizeof g2 / sizeof *g2, g2[0], g2[1], g2[3]);
    printf("%zu [%s] [%s] [%s] [%s]\n", sizeof names, names[0], names[1], names[2], names[4]);
    printf("%d %d %d %s %d\n", gs.a, gs.p[1].y, gs.p[2].y, gs.t, gs.z);
    for (i = 0; i < 3; i++) for (j = 0; j < 4; j++) printf("%d ", m[i][j]);
    puts("");
    printf("%d %d %d %d %d %d %d %c\n", l.a, l.p[0].x, l.p[0].y, l.p[1].x, l.p[1].y, l.p[2].x, l.z, l.t[3]);
    printf("%d %d %s\n", old.a, old.z, old.t);
    struct s over = { .p = { { 1, 2 }, { 3, 4 } }, .p[0].x = 10, .p[1] = { .y = 40 } };
    printf("%d %d %d %d\n", over.p[0].x, over.p[0].y, over.p[1].x, over.p[1].y);
    int r[] = { [0 ... 3] = 5, [2] = 1, [6 ... 7] = 8 };
    for (i = 0; i < (int)(sizeof r / sizeof *r); i++) printf("%d ", r[i]);
    puts("");
    return 0;
}
