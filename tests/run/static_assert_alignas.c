#include <stdio.h>
#include <stdint.h>
#include <stdalign.h>
#include <assert.h>
_Static_assert(sizeof(int) == 4, "int");
static_assert(alignof(double) == 8, "double");
struct s { char c; alignas(16) char d; _Alignas(double) char e; _Static_assert(1, "in struct"); };
alignas(32) static char buf[10];
_Alignas(64) int big;
int main(void) {
    _Static_assert(sizeof(struct s) == 32, "struct");
    alignas(16) char local[3];
    printf("%zu %zu %d %d %d\n", sizeof(struct s), alignof(struct s), (int)((uintptr_t)buf % 32),
        (int)((uintptr_t)&big % 64), (int)((uintptr_t)local % 16));
    printf("%zu %zu %zu %zu %zu\n", _Alignof(char), __alignof__(short), _Alignof(int[3]), __alignof__(buf),
        __alignof__(long double));
    return 0;
}
