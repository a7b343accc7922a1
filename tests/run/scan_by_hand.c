#include <stdio.h>
#include <ctype.h>
static const char *s = "12 + 34*(2 - 7) - -8 / 3 % 5";
static void ws(void) {
    while (isspace((unsigned char)*s)) s++;
}

static int expr(void);
static int prim(void) {
    ws();
    if (*s == '(') {
        s++;
        int v = expr();
        ws();
        s++;
        return v;
    }
    if (*s == '-') {
        s++;
        return -prim();
    }
    int v = 0;
    while (isdigit((unsigned char)*s)) v = v * 10 + *s++ - '0';
    return v;
}

static int term(void) {
    int v = prim();
    for (;;) {
        ws();
        if (*s == '*') {
            s++;
            v *= prim();
        } else if (*s == '/') {
            s++;
            v /= prim();
        } else if (*s == '%') {
            s++;
            v %= prim();
        } else return v;
    }
}

static int expr(void) {
    int v = term();
    for (;;) {
        ws();
        if (*s == '+') {
            s++;
            v += term();
        } else if (*s == '-') {
            s++;
            v -= term();
        } else return v;
    }
}

int main(void) {
    printf("%d\n", expr());
    return 0;
}
