#include <stdio.h>
#include <string.h>
static char *roman(int n, char *b) {
    static const struct { int v; const char *s; } t[] = { { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" },
        { 100, "C" }, { 90, "XC" }, { 50, "L" }, { 40, "XL" }, { 10, "X" }, { 9, "IX" }, { 5, "V" }, { 4, "IV" }, {
        1, "I" } };
    *b = 0;
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) while (n >= t[i].v) {
        strcat(b, t[i].s);
        n -= t[i].v;
    }
    return b;
}

static void words(int n) {
    static const char *o[] = { "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
        "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen" }, *te[] = { 0, 0, "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety" }
        ;
    if (n < 20) printf("%s", o[n]);
    else if (n < 100) {
        printf("%s", te[n / 10]);
        if (n % 10) printf("-"), words(n % 10);
    } else if (n < 1000) {
        words(n / 100);
        printf(" hundred");
        if (n % 100) printf(" and "), words(n % 100);
    } else {
        words(n / 1000);
        printf(" thousand");
        if (n % 1000) printf(" "), words(n % 1000);
    }
}

int main(void) {
    int v[] = { 1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999 };
    char b[32];
    for (int i = 0; i < 10; i++) {
        printf("%s ", roman(v[i], b));
        words(v[i]);
        puts("");
    }
    return 0;
}
