// A vector that doubles when full keeps its elements.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct vector { int *data; unsigned size, capacity; };
static void push(struct vector *v, int x)
{
    if (v->size == v->capacity) {
        unsigned i, capacity = v->capacity ? 2 * v->capacity : 1;
        int *data = malloc(capacity * sizeof *data);
        if (!data)
            exit(0);
        for (i = 0; i < v->size; i++)
            data[i] = v->data[i];
        free(v->data);
        v->data = data;
        v->capacity = capacity;
    }
    v->data[v->size++] = x;
}

int main(void)
{
    struct vector v = { 0, 0, 0 };
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    push(&v, a);
    push(&v, b);
    push(&v, c);
    assert(v.size == 3 && v.capacity == 4);
    assert(v.data[0] == a && v.data[1] == b && v.data[2] == c);
    free(v.data);
    return 0;
}
