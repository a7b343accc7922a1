/* Functions by the names that glibc's headers give them, as generated files call them. */
#include <stdio.h>

extern unsigned long how_long(const char *) __asm__("strlen");
extern int __isoc99_sscanf(const char *text, const char *format, ...);

int main(void)
{
    int a, b;
    char word[8];
    int n = __isoc99_sscanf("12 -3 abc", "%d %d %7s", &a, &b, word);
    printf("%d %d %d %s\n", n, a, b, word);
    printf("%lu\n", how_long(word));
    return 0;
}
