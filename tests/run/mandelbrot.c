#include <stdio.h>
int main(void) {
    for (int y = 0; y < 16; y++) {
        for (int x = 0; x < 40; x++) {
            double cr = x / 16.0 - 1.8, ci = y / 7.0 - 1.1, zr = 0, zi = 0;
            int n = 0;
            while (n < 40 && zr * zr + zi * zi < 4) {
                double t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                n++;
            }
            putchar(" .:-=+*#%@"[n * 9 / 40]);
        }
        puts("");
    }
    float s = 0;
    for (int i = 1; i < 500; i++) s += 1.0f / i;
    printf("%.6f\n", s);
    return 0;
}
