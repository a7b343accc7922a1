#include <stdio.h>
#include <wchar.h>
#include <uchar.h>
int main(void)
{
    const char *a = "con" "cat" /* comment */ "enated"; puts(a); printf("%zu %zu %zu\n", sizeof "abc", sizeof "a\0b", sizeof ""); puts("\a\b\t\v\f\r\"\'\\\?\x41\102\e[0m" + 8); printf("%d %d %d\n", "\xff"[0], (unsigned char)"\377"[0], "\1234"[1]); wchar_t w[] = L"wide\x1234"; printf("%zu %x %x\n", sizeof w / sizeof *w, w[0], w[4]); char16_t u16[] = u"h\u00e9\U0001F600"; printf("%zu %x %x %x %x\n", sizeof u16 / 2, u16[0], u16[1], u16[2], u16[3]); char32_t u32[] = U"h\U0001F600"; printf("%zu %x\n", sizeof u32 / 4, u32[1]); char u8s[] = u8"h\u00e9\u20ac"; int i; for (i = 0; u8s[i]; i++) printf("%02x ", (unsigned char)u8s[i]); puts("");
    printf("%d %d %x %x\n", L'a', u'b', U'\u20ac', L'\xff'); printf("%c %c\n", "index"[2], 3["abcdef"]); printf("%d\n", L"mix" "ed"[0] == L'm'); char arr[4] = "four"; printf("%.4s %d\n", arr, *("xyz" + 1)); puts("line1\
continued"); printf("%s\n", __func__); printf("%d\n", (int)sizeof(__func__)); puts("trigraph ??! not"); printf("%zu\n", sizeof L"ab"); return 0;
}
