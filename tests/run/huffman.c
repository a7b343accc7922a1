#include <stdio.h>
#include <string.h>
struct n { int f; short l, r; char c; };
static struct n t[64];
static int cnt;
static char code[256][20];
static void walk(int i, char *b, int d) {
    if (t[i].l < 0) {
        b[d] = 0;
        strcpy(code[(unsigned char)t[i].c], d ? b : "0");
        return;
    }
    b[d] = '0';
    walk(t[i].l, b, d + 1);
    b[d] = '1';
    walk(t[i].r, b, d + 1);
}

int main(void) {
    const char *s = "abracadabra alakazam";
    int f[256] = { 0 }, i, used[64] = { 0 }, live;
    for (i = 0; s[i]; i++) f[(unsigned char)s[i]]++;
    for (i = 0; i < 256; i++) if (f[i]) t[cnt++] = (struct n){ f[i], -1, -1, i };
    live = cnt;
    while (live > 1) {
        int m[2] = { -1, -1 };
        for (int k = 0; k < 2; k++) {
            for (i = 0; i < cnt; i++) if (!used[i] && (m[k] < 0 || t[i].f < t[m[k]].f)) m[k] = i;
            used[m[k]] = 1;
        }
        t[cnt++] = (struct n){ t[m[0]].f + t[m[1]].f, m[0], m[1] };
        live--;
    }
    char b[20];
    walk(cnt - 1, b, 0);
    int bits = 0;
    for (i = 0; s[i]; i++) bits += strlen(code[(unsigned char)s[i]]);
    for (i = 0; i < 256; i++) if (f[i]) printf("%c %d %s\n", i, f[i], code[i]);
    printf("%d\n", bits);
    return 0;
}
