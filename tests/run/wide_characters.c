#include <stdio.h>
#include <wchar.h>
#include <stddef.h>
static size_t wl(const wchar_t *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

int main(void) {
    wchar_t b[20] = L"abc", c = L'z';
    const wchar_t *t[] = { L"one", L"three" };
    b[3] = c;
    b[4] = 0;
    printf("%zu %zu %zu %x\n", wl(b), wl(t[1]), sizeof b, b[3]);
    printf("%ls|%lc|%5ls|\n", b, L'q', L"xy");
    wchar_t neg = -1;
    printf("%d\n", neg < 0);
    return 0;
}
