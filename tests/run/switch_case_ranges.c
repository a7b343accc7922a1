#include <stdio.h>
static const char *kind(int c) {
    switch (c) {
        case 'a' ... 'z': return "lower";
        case 'A' ... 'Z': return "upper";
        case '0' ... '9': return "digit";
        case -10 ... -1: return "negative";
        default: return "other";
        case ' ': case '\t': return "blank";
    }
}

static int fall(int n) {
    int r = 0;
    switch (n) {
        case 3: r += 3;
        case 2: r += 2;
        break;
        case 1: r += 1;
        default: r += 100;
        case 7: r += 7;
    }
    return r;
}

static int nodef(unsigned long x) {
    switch (x) {
        case 0xFFFFFFFFFFFFFFFFul: return 1;
        case 1ul << 40: return 2;
    }
    return 3;
}

int main(void) {
    const char *t = "aZ5 ~\t";
    while (*t) puts(kind(*t++));
    puts(kind(-5));
    int i;
    for (i = 0; i < 9; i++) printf("%d ", fall(i));
    puts("");
    printf("%d %d %d\n", nodef(-1), nodef(1ul << 40), nodef(0));
    switch (i) case 9: puts("single");
    switch (i) {
        int hidden;
        case 9: hidden = 4;
        printf("%d\n", hidden);
    }
    for (i = 0; i < 5; i++) {
        switch (i) {
            case 1: continue;
            case 3: goto done;
            default: printf("i%d ", i);
        }
        printf("after%d ", i);
    }
    done: puts("");
    signed char sc = -1;
    switch (sc) {
        case 255: puts("255");
        break;
        case -1: puts("-1");
    }
    switch ((unsigned char)sc) {
        case 255: puts("u255");
    }
    switch (1) {
        default: switch (2) {
            case 2: puts("inner");
            break;
        }
        puts("outer");
    }
    enum e { X, Y } e = Y;
    switch (e) {
        case X: return 1;
        case Y: puts("Y");
    }
    switch (i++) {
    }
    return i;
}
