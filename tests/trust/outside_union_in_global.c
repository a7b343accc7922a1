// ask: --check assert --entry f
// answer: unknown
// says: a pointer in a union of the environment
// ask: --check assert --entry g
// answer: unknown
// ask: --check assert --entry by_value
// answer: unknown
// What lies in a union of a global, or of a record that is passed by value, may be a pointer or a number.
#include <assert.h>

struct both {
    union {
        int *pointer;
        long number;
    };
};

struct both global;

void f(void)
{
    if (global.pointer)
        assert(0);
}

void g(void)
{
    if (global.number == 5)
        assert(0);
}

void by_value(struct both value)
{
    if (value.pointer)
        assert(0);
}
