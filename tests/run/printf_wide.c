/* Wide characters outside ASCII end a printf of the C locale. */
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    char b[20] = "zzzzzzzzzzz";
    int r = printf("a%lcb\n", (wint_t)'x');
    printf("%d\n", r);
    errno = 0;
    r = printf("q%lcb", (wint_t)300);
    printf("|%d %d\n", r, errno);
    errno = 0;
    r = snprintf(b, sizeof b, "ab%5lsc", L"x\x200y");
    printf("%d %d [%s]\n", r, errno, b);
    r = snprintf(b, sizeof b, "ab%-5ls|%lc|%ls", L"xy", (wint_t)'q', L"rs");
    printf("%d [%s]\n", r, b);
    return 0;
}
