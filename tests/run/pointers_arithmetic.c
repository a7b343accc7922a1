#include <stdio.h>
#include <stddef.h>
int main(void) {
    int a[10], *p = a, *q = &a[7], i;
    for (i = 0; i < 10; i++) a[i] = i * i;
    printf("%td %td %d %d\n", q - p, p - q, p < q, q <= p);
    printf("%d %d %d %d\n", *(p + 3), p[4], 5[p], *(q - 2));
    p += 2;
    p++;
    --p;
    printf("%d %d\n", *p, p[-1]);
    char *c = (char *)a;
    printf("%td\n", (char *)q - c);
    printf("%d\n", *(int *)(c + 4 * 3));
    short *s = (short *)&a[3];
    printf("%d\n", s[0]);
    int (*pa)[10] = &a;
    printf("%d %td\n", (*pa)[3], (char *)(pa + 1) - (char *)pa);
    int m[3][4], (*row)[4] = m;
    for (i = 0; i < 12; i++) m[i / 4][i % 4] = i;
    printf("%d %d %d\n", row[1][2], *(*(m + 2) + 3), (*(row + 1))[0]);
    int **pp, *ptrs[3] = { a, a + 1, a + 2 };
    for (pp = ptrs; pp < ptrs + 3; pp++) printf("%d ", **pp);
    puts("");
    void *v = a;
    v += 8;
    printf("%d\n", *(int *)v);
    const char *str = "hello";
    const char *e = str;
    while (*e) e++;
    printf("%td\n", e - str);
    printf("%d %d\n", p == a + 2, &a[10] == a + 10);
    struct { char c; int v[3]; } st, *sp = &st;
    printf("%td %d\n", (char *)&sp->v[2] - (char *)sp, &sp->v[1] > &sp->v[0]);
    long diff = &a[9] - &a[1];
    ptrdiff_t d = diff;
    printf("%td %d\n", d, !p);
    printf("%d\n", (int)(sizeof(ptrdiff_t) + sizeof(p)));
    return &a[5] - a;
}
