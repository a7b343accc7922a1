#include <stdio.h>
int main(void) {
    volatile double z = 0;
    double v[] = { z / z, 1 / z, -1 / z, 0.0, -0.0, 1.0 };
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) printf("%d%d%d%d%d%d ", v[i] < v[j], v[i] <= v[j], v[i] > v[j], v[i] >= v[j],
            v[i] == v[j], v[i] != v[j]);
        puts("");
    }
    printf("%d %d %d\n", !v[0], v[0] && 1, v[0] ? 1 : 2);
    if (v[0] == v[0]) puts("eq");
    else puts("ne");
    float f = v[0];
    printf("%d\n", f != f);
    double m = v[5];
    for (int i = 0; i < 6; i++) if (v[i] > m) m = v[i];
    printf("%g\n", m);
    return 0;
}
