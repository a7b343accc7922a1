#include <stdio.h>
#include <string.h>
union d { double d; unsigned long long u; };
union f { float f; unsigned u; };
int main(void) {
    union d x;
    union f y;
    double ds[] = { 1, -2, 0.1, 1e308, 5e-324, -0.0 };
    int i;
    unsigned long long u;
    for (i = 0; i < 6; i++) {
        x.d = ds[i];
        y.f = ds[i] > 1e38 ? 1 : ds[i];
        printf("%016llx %08x\n", x.u, y.u);
        memcpy(&u, &ds[i], 8);
        printf("%d\n", u == x.u);
    }
    x.u = 0x400921FB54442D18ULL;
    printf("%.15g\n", x.d);
    y.u = 0x40490FDB;
    printf("%.7g\n", y.f);
    double half = 1.0;
    *(unsigned char *)((char *)&half + 6) = 0xE0;
    printf("%g\n", half);
    float a[2] = { 1.5f, -2.5f };
    unsigned char *p = (unsigned char *)a;
    for (i = 0; i < 8; i++) printf("%02x ", p[i]);
    puts("");
    printf("%a %a %A\n", 1.0, 0.1, -255.5);
    double k = 0x1.8p3, h = 0x.8p0;
    printf("%g %g %g %g\n", k, h, 1e3, .5e-1);
    return 0;
}
