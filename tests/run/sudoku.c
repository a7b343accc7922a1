#include <stdio.h>
static char g[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
static int steps;
static int ok(int p, char v) {
    int r = p / 9, c = p % 9, i;
    for (i = 0; i < 9; i++) if (g[r * 9 + i] == v || g[i * 9 + c] == v ||
        g[(r / 3 * 3 + i / 3) * 9 + c / 3 * 3 + i % 3] == v) return 0;
    return 1;
}

static int solve(int p) {
    steps++;
    while (p < 81 && g[p] != '.') p++;
    if (p == 81) return 1;
    for (char v = '1'; v <= '9'; v++) if (ok(p, v)) {
        g[p] = v;
        if (solve(p + 1)) return 1;
        g[p] = '.';
    }
    return 0;
}

int main(void) {
    int r = solve(0), i;
    printf("%d %d\n", r, steps);
    for (i = 0; i < 81; i += 9) printf("%.9s\n", g + i);
    return 0;
}
