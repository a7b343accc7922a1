#include <stdio.h>
#include <string.h>
static const char A[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void enc(const unsigned char *s, int n, char *o) {
    for (; n > 0; n -= 3, s += 3) {
        unsigned v = s[0] << 16 | (n > 1 ? s[1] << 8 : 0) | (n > 2 ? s[2] : 0);
        *o++ = A[v >> 18];
        *o++ = A[v >> 12 & 63];
        *o++ = n > 1 ? A[v >> 6 & 63] : '=';
        *o++ = n > 2 ? A[v & 63] : '=';
    }
    *o = 0;
}

static int dec(const char *s, unsigned char *o) {
    unsigned char *b = o;
    unsigned v = 0;
    int k = 0;
    for (; *s && *s != '='; s++) {
        v = v << 6 | (unsigned)((const char *)memchr(A, *s, 64) - A);
        if (++k == 4) {
            *o++ = v >> 16;
            *o++ = v >> 8;
            *o++ = v;
            k = 0;
        }
    }
    if (k == 2) *o++ = v >> 4;
    if (k == 3) {
        *o++ = v >> 10;
        *o++ = v >> 2;
    }
    return o - b;
}

int main(void) {
    const char *t[] = { "", "f", "fo", "foo", "foobar", "\xff\xfe binary\x80" };
    for (int i = 0; i < 6; i++) {
        char e[40];
        unsigned char d[40];
        enc((const unsigned char *)t[i], strlen(t[i]), e);
        int n = dec(e, d);
        printf("%s %d %d\n", e, n, n == (int)strlen(t[i]) && !memcmp(d, t[i], n));
    }
    return 0;
}
