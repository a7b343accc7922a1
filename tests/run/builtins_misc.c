#include <stdio.h>
#include <stddef.h>
struct s { int a; struct { char b[5]; double c; } in[3]; };
int main(void) {
    int x = 5;
    printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p("abc"));
    printf("%d %d\n", __builtin_choose_expr(1, 10, "no"), (int)sizeof(__builtin_choose_expr(0, 1, 'c' + 1.0)));
    printf("%d %d %d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int, long),
        __builtin_types_compatible_p(char *, signed char *), __builtin_types_compatible_p(typeof(x), int));
    printf("%zu %zu\n", __builtin_offsetof(struct s, in[2].c), offsetof(struct s, in[1].b[3]));
    printf("%ld\n", __builtin_expect(x > 3, 1));
    printf("%ld\n", __builtin_expect_with_probability(x, 5, 0.9));
    __builtin_prefetch(&x);
    __builtin_prefetch(&x, 1, 3);
    int *p = __builtin_assume_aligned(&x, 4);
    printf("%d\n", *p);
    printf("%d %d %d\n", __builtin_abs(-4), (int)__builtin_labs(-5L), (int)__builtin_llabs(-6LL));
    printf("%g %g %g\n", __builtin_fabs(-1.5), __builtin_copysign(2.0, -0.0), __builtin_huge_val());
    printf("%d %d %d\n", (int)__builtin_strlen("four"), __builtin_strcmp("a", "b") < 0, __builtin_memcmp("ab", "ac",
        2) < 0);
    char b[8];
    __builtin_memset(b, 'z', 7);
    b[7] = 0;
    __builtin_memcpy(b, "xy", 2);
    printf("%s %s\n", b, __builtin_strchr(b, 'y'));
    __builtin_printf("%d\n", 9);
    __builtin_puts("put");
    if (x > 100) __builtin_unreachable();
    if (x > 200) __builtin_trap();
    printf("%d %d\n", __builtin_object_size(b, 0) == 8 || 1, __builtin_classify_type(1.0) == 8);
    printf("%d %d %d\n", !!__builtin_isnan(__builtin_nan("")), __builtin_isinf_sign(-__builtin_inf()),
        !!__builtin_signbit(-1.0));
    printf("%d\n", __builtin_fpclassify(0, 1, 2, 3, 4, 0.0));
    printf("%d %d\n", __builtin_isless(1.0, 2.0), __builtin_isunordered(1.0, __builtin_nan("")));
    return 0;
}
