// Wide strings and classes of wide characters.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int n) { return (n > 0) - (n < 0); }

static void classes(void) {
    unsigned long hash = 0;
    for (wint_t c = 0; c < 300; c++) {
        int r[] = {iswupper(c), iswlower(c), iswdigit(c), iswalpha(c), iswalnum(c), iswxdigit(c), iswspace(c),
                   iswblank(c), iswcntrl(c), iswprint(c), iswgraph(c), iswpunct(c), towlower(c), towupper(c)};
        for (int i = 0; i < 14; i++) hash = hash * 31 + r[i];
    }
    printf("%lx %d\n", hash, iswalpha(WEOF));
}

int main(void) {
    wchar_t a[20] = L"hello", b[20], *copy = wcsdup(L"copied");
    printf("%zu %zu %zu\n", wcslen(a), wcsnlen(a, 3), wcslen(L""));
    wcscat(a, L" world");
    wcsncat(a, L"!???", 1);
    wcsncpy(b, L"ab", 5);
    printf("%ls %ls %d %ls\n", a, b, b[4], copy);
    printf("%d %d %d %d\n", sign(wcscmp(a, b)), sign(wcscmp(L"a", L"ab")), wcsncmp(a, L"help", 3), wcscmp(a, a));
    printf("%td %td %d %d\n", wcschr(a, L'o') - a, wcsrchr(a, L'o') - a, wcschr(a, L'z') == 0, wcschr(a, 0) == a + 12);
    printf("%zu %zu %ls %ls\n", wcsspn(a, L"hel"), wcscspn(a, L" "), wcspbrk(a, L"wx"), wcsstr(a, L"lo w"));
    printf("%d %d\n", wcsstr(a, L"none") == 0, wcsstr(a, L"") == a);
    wmemmove(a + 1, a, 4);
    wmemset(b, L'x', 3);
    wmemcpy(b + 3, L"yz", 3);
    printf("%ls %ls %d %td %d\n", a, b, wmemcmp(a, b, 2), wmemchr(a, L'w', 12) - a, wmemchr(a, L'w', 2) == 0);
    free(copy);
    classes();
    return 0;
}
