#include <stdio.h>
#define T(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", long long: "long long", unsigned long long: "unsigned long long", char: "char", double: "double", float: "float", long double: "long double", default: "other")
int main(void) {
    printf("%s %s %s %s\n", T(1), T(1u), T(1l), T(1ull));
    printf("%s %s %s %s\n", T(2147483647), T(2147483648), T(4294967295), T(9223372036854775807));
    printf("%s %s %s %s\n", T(0x7fffffff), T(0x80000000), T(0xffffffff), T(0x100000000));
    printf("%s %s %s\n", T(0x8000000000000000), T(017777777777), T(037777777777));
    printf("%s %s %s %s\n", T(0b1011), T('a'), T(1.0), T(1.0f));
    printf("%s %s %s\n", T(2147483648u), T(4294967296u), T(1LLU));
    printf("%d %d %d %d\n", 0b101, 0777, 0xFf, 'a');
    printf("%d %d %d %d %d\n", '\n', '\x41', '\101', '\0', '\\');
    printf("%d %d\n", 'ab', '\377');
    printf("%s %s %s\n", T((char)1), T((short)1), T((_Bool)1));
    printf("%s %s %s %s\n", T((short)1 + (short)1), T(1 + 1u), T(1u + 1l), T(1l + 1ull));
    printf("%s %s %s\n", T(1 ? 1 : 1u), T(1 ? 1 : 1.0), T(sizeof 1));
    printf("%s %s\n", T(-2147483648), T(-1u));
    return 0;
}
