#include <stdio.h>
static int n;
static int t(int r) {
    printf("%d ", ++n);
    return r;
}

static int log_(const char *s, int r) {
    printf("%s ", s);
    return r;
}

int main(void) {
    int a[3] = { 1, 2, 3 }, i = 0, *p = a;
    printf("| %d\n", log_("a", 0) && log_("b", 1));
    printf("| %d\n", log_("a", 1) || log_("b", 1));
    printf("| %d\n", log_("a", 1) && log_("b", 0) || log_("c", 1));
    printf("| %d\n", log_("c", 1) ? log_("t", 5) : log_("f", 6));
    printf("| %d\n", (log_("x", 1), log_("y", 2)));
    i = (i++, i++, i + 10);
    printf("%d\n", i);
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d ", (*p)--);
    printf("%d\n", *p);
    int k = 5;
    k = k++ + 0 ? k : -1;
    printf("%d\n", k);
    int x = 1, y = 2, z;
    z = x = y;
    printf("%d %d\n", z, x);
    x += y *= 3;
    printf("%d %d\n", x, y);
    for (i = 0, k = 10; i < k; i += 3, k--) printf("%d,%d ", i, k);
    puts("");
    if (t(0) & t(1)) ;
    if (!(t(1) | t(0))) ;
    printf("\n%d\n", n);
    !t(1) || t(1);
    t(0) && t(2);
    puts("");
    (void)(t(1) ? t(2), t(3) : t(4));
    puts("");
    a[i = 1] = 7;
    printf("%d %d\n", a[1], i);
    do i--;
    while (t(i > -3));
    return -i;
}
