/* A pool of four blocks; everything goes back. */
struct block { struct block *next; int data; };
static struct block blocks[4];
static struct block *unused;
static struct block *pool_alloc(void)
{
    struct block *b = unused;
    if (b)
        unused = b->next;
    return b;
}
static void pool_free(struct block *b) { b->next = unused; unused = b; }

int main(void)
{
    struct block *list = 0;
    for (int i = 0; i < 4; i++) {
        blocks[i].next = unused;
        unused = &blocks[i];
    }
    for (struct block *b = 0; (b = pool_alloc());) {
        b->next = list;
        list = b;
    }
    while (list) {
        struct block *next = list->next;
        pool_free(list);
        list = next;
    }
    return 0;
}
