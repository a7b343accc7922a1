#include <stdio.h>
static int count(int n, unsigned c, unsigned l, unsigned r) {
    unsigned full = (1u << n) - 1, free = full & ~(c | l | r);
    int t = 0;
    if (c == full) return 1;
    while (free) {
        unsigned b = free & -free;
        free ^= b;
        t += count(n, c | b, (l | b) << 1, (r | b) >> 1);
    }
    return t;
}

static int col[8];
static int place(int r) {
    if (r == 8) return 1;
    for (int c = 0; c < 8; c++) {
        int ok = 1;
        for (int k = 0; k < r; k++) if (col[k] == c || col[k] - c == r - k || c - col[k] == r - k) {
            ok = 0;
            break;
        }
        if (ok) {
            col[r] = c;
            if (place(r + 1)) return 1;
        }
    }
    return 0;
}

int main(void) {
    int n;
    for (n = 1; n <= 8; n++) printf("%d:%d ", n, count(n, 0, 0, 0));
    puts("");
    place(0);
    for (n = 0; n < 8; n++) printf("%*s\n", col[n] + 1, "Q");
    return 0;
}
