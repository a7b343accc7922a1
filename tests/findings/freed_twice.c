// ask: --check memory
#include <stdlib.h>

struct box { int *data; int size; };

static void drop(struct box *b)
{
    free(b->data);
}

int main(void)
{
    struct box b = { malloc(8), 2 };
    b.data[1] = 5;
    drop(&b);
    drop(&b);
    return 0;
}
