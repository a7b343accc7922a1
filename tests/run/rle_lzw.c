#include <stdio.h>
#include <string.h>
static int rle(const char *s, char *o) {
    int n = 0;
    while (*s) {
        int k = 1;
        while (s[k] == *s && k < 9) k++;
        n += sprintf(o + n, k > 1 ? "%d%c" : "%c", k > 1 ? k : *s, *s);
        s += k;
    }
    return n;
}

static int lzw(const char *s, unsigned short *o) {
    static struct { short p; char c; } d[300];
    int n = 256, k = 0, cur = -1, i;
    for (; *s; s++) {
        if (cur < 0) {
            cur = (unsigned char)*s;
            continue;
        }
        for (i = 256; i < n; i++) if (d[i].p == cur && d[i].c == *s) break;
        if (i < n) cur = i;
        else {
            o[k++] = cur;
            d[n].p = cur;
            d[n++].c = *s;
            cur = (unsigned char)*s;
        }
    }
    if (cur >= 0) o[k++] = cur;
    return k;
}

int main(void) {
    char o[60];
    int n = rle("aaabccddddddddddde", o);
    printf("%d %s\n", n, o);
    unsigned short c[60];
    int k = lzw("TOBEORNOTTOBEORTOBEORNOT", c);
    for (n = 0; n < k; n++) printf("%d ", c[n]);
    printf("%d\n", k);
    return 0;
}
