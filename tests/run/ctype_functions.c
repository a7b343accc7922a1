#include <stdio.h>
#include <ctype.h>
int main(void) {
    int c;
    for (c = 0; c < 128; c++) printf("%d%d%d%d%d%d%d%d%d%d%d%d ", !!isalpha(c), !!isdigit(c), !!isalnum(c),
        !!isspace(c), !!isupper(c), !!islower(c), !!ispunct(c), !!isprint(c), !!isgraph(c), !!iscntrl(c),
        !!isxdigit(c), !!isblank(c));
    puts("");
    for (c = 'A'; c < 'z'; c++) putchar(tolower(c));
    for (c = 'A'; c < 'z'; c++) putchar(toupper(c));
    puts("");
    const char *s = "Hello, World 123!";
    while (*s) {
        int u = isupper((unsigned char)*s) ? tolower(*s) : toupper(*s);
        putchar(u);
        s++;
    }
    puts("");
    printf("%d %d\n", isalpha(EOF), toupper(EOF));
    return 0;
}
