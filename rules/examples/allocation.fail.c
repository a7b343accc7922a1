/* expected: the object is freed twice
   A failed transfer frees the block, and the clean-up frees it again. */
struct block { int used; };
static struct block blocks[4];
static struct block *pool_alloc(void)
{
    for (int i = 0; i < 4; i++)
        if (!blocks[i].used) {
            blocks[i].used = 1;
            return &blocks[i];
        }
    return 0;
}
static void pool_free(struct block *b) { b->used = 0; }

static int transfer(struct block *b, int size)
{
    if (size > 100) {
        pool_free(b);
        return -1;
    }
    return size;
}

int main(void)
{
    for (int size = 50; size < 200; size += 75) {
        struct block *b = pool_alloc();
        if (b) {
            transfer(b, size);
            pool_free(b);
        }
    }
    return 0;
}
