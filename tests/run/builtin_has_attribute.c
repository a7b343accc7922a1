/* __builtin_has_attribute, for what is kept of a declaration. */
#include <stdio.h>

struct __attribute__((packed)) packed { char c; int x; };
struct plain { char c; int x; };
struct wide { int x; } __attribute__((aligned(32)));
typedef int aligned_int __attribute__((aligned(16)));

static int table __attribute__((aligned(64)));
static int ordinary;
extern void stop(void) __attribute__((noreturn));
extern int missing(void) __attribute__((weak));

_Static_assert(__builtin_has_attribute(struct packed, packed), "packed");
_Static_assert(!__builtin_has_attribute(struct plain, packed), "not packed");

int main(void)
{
    struct packed p = { 1, 2 };
    printf("%d %d\n", __builtin_has_attribute(struct packed, packed), __builtin_has_attribute(struct plain, __packed__));
    printf("%d %d\n", __builtin_has_attribute(struct wide, aligned), __builtin_has_attribute(struct plain, aligned));
    printf("%d %d\n", __builtin_has_attribute(struct wide, aligned(32)), __builtin_has_attribute(struct wide, aligned(16)));
    printf("%d %d\n", __builtin_has_attribute(table, aligned), __builtin_has_attribute(ordinary, aligned));
    printf("%d %d\n", __builtin_has_attribute(stop, noreturn), __builtin_has_attribute(main, noreturn));
    printf("%d %d\n", __builtin_has_attribute(missing, weak), __builtin_has_attribute(main, weak));
    printf("%zu %d\n", sizeof p, p.x);
    return 0;
}
