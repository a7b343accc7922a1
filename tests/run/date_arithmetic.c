#include <stdio.h>
static int leap(int y) {
    return y % 4 == 0 && (y % 100 || y % 400 == 0);
}

static const int dm[2][12] = { { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }, { 31, 29, 31, 30, 31, 30, 31, 31,
    30, 31, 30, 31 } };
static long days(int y, int m, int d) {
    y -= m <= 2;
    long era = (y >= 0 ? y : y - 399) / 400;
    unsigned yoe = y - era * 400, doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1,
        doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + (long)doe - 719468;
}

static void civil(long z, int *y, int *m, int *d) {
    *y = 1970;
    while (z >= 365 + leap(*y)) z -= 365 + leap((*y)++);
    for (*m = 0; z >= dm[leap(*y)][*m]; ++*m) z -= dm[leap(*y)][*m];
    ++*m;
    *d = z + 1;
}

int main(void) {
    int t[][3] = { { 1970, 1, 1 }, { 2000, 2, 29 }, { 2024, 12, 31 }, { 1900, 3, 1 } }, i, y, m, d;
    for (i = 0; i < 4; i++) printf("%ld %ld\n", days(t[i][0], t[i][1], t[i][2]), ((days(t[i][0], t[i][1],
        t[i][2]) % 7) + 11) % 7);
    civil(20000, &y, &m, &d);
    printf("%04d-%02d-%02d\n", y, m, d);
    return 0;
}
