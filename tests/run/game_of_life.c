#include <stdio.h>
#define W 16
#define H 10
static unsigned char g[2][H][W];
int main(void) {
    static const char *init[] = { ".#.", "..#", "###" };
    int t, y, x, cur = 0;
    for (y = 0; y < 3; y++) for (x = 0; x < 3; x++) g[0][y][x] = init[y][x] == '#';
    for (x = 6; x < 9; x++) g[0][7][x] = 1;
    for (t = 0; t < 12; t++, cur ^= 1) for (y = 0; y < H; y++) for (x = 0; x < W; x++) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dx ||
            dy) n += g[cur][(y + dy + H) % H][(x + dx + W) % W];
        g[!cur][y][x] = n == 3 || (n == 2 && g[cur][y][x]);
    }
    for (y = 0; y < H; y++) {
        for (x = 0; x < W; x++) putchar(g[cur][y][x] ? '#' : '.');
        puts("");
    }
    return 0;
}
