#include <stdio.h>
#define T(t, f, v) do { t x = v; printf(f " " f " ", x++, (t)0); printf(f " ", x); printf(f " ", ++x); printf(f " ", x--); printf(f " ", --x); printf(f "\n", x); } while (0)
int main(void) {
    T(signed char, "%d", 126);
    T(unsigned char, "%d", 255);
    T(short, "%d", 32766);
    T(unsigned short, "%d", 65535);
    T(int, "%d", -1);
    T(unsigned, "%u", 0);
    T(long, "%ld", -1);
    T(unsigned long, "%lu", 0);
    T(float, "%g", 1.5f);
    T(double, "%g", -0.5);
    int a[4] = { 1, 2, 3, 4 }, *p = a;
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d ", ++*p);
    printf("%d ", (*p)++);
    printf("%d", *p--);
    printf(" %td\n", p - a);
    _Bool b = 0;
    b++;
    b++;
    printf("%d\n", b);
    char *s = "text";
    while (*s++) ;
    printf("%d\n", s[-2]);
    return 0;
}
