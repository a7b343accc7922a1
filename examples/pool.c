// An allocator of blocks of one size from a static pool, with contracts. One bug is planted; everything else is proved.
//
// check: --each-function
#include "maymust.h"

#define BLOCKS 8

struct pool {
    unsigned char used[BLOCKS];
    int free; /* how many blocks are free */
    char bytes[BLOCKS][32];
};

invariant(struct pool, 0 <= self->free && self->free <= BLOCKS);

/* A free block, or none. */
char *pool_take(struct pool *p)
    requires(p != 0)
{
    if (p->free == 0)
        return 0;
    for (int i = 0; i < BLOCKS; i++)
        if (!p->used[i]) {
            p->used[i] = 1;
            p->free--;
            return p->bytes[i];
        }
    return 0;
}

/* Gives a block back. Bug: a block that is given back twice counts twice. */
void pool_give(struct pool *p, int block) // fails: contract
    requires(p != 0 && 0 <= block && block < BLOCKS)
{
    p->used[block] = 0;
    p->free++;
}

/* Gives a block back if it is in use. */
void pool_give_once(struct pool *p, int block)
    requires(p != 0 && 0 <= block && block < BLOCKS)
{
    if (p->used[block] && p->free < BLOCKS) {
        p->used[block] = 0;
        p->free++;
    }
}
