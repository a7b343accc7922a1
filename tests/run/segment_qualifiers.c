/* The address spaces of x86 parse and lay out; what is never accessed is no obstacle. */
#include <stdio.h>

extern int __seg_gs counter;
typedef __seg_fs int *cursor;
struct holder { int __seg_gs *first; char c; cursor second; const struct holder __seg_gs *next; };

static int read_first(const struct holder *h)
{
    return *h->first + h->next->c;
}

int main(int argc, char **argv)
{
    struct holder h = { 0 };
    (void)argv;
    h.first = (int __seg_gs *)16;
    printf("%zu %zu %d\n", sizeof h, sizeof *h.first, h.first == (int __seg_gs *)16);
    if (argc > 5)
        return read_first(&h);
    return 0;
}
