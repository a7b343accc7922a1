static int cells[4];
static struct slot {
    int *data;
    int used;
} slots[4];

static void open_slot(int i, int value)
{
    cells[i] = value;
    slots[i].data = &cells[i];
    slots[i].used = 1;
}

static void close_slot(int i)
{
    slots[i].used = 0;
    slots[i].data = 0;
}

static int open_all(struct context *ctx)
{
    int i;
    for (i = 0; i < 4; i++)
        open_slot(i, ctx->size + i);
    return i;
}

static int close_some(struct context *ctx)
{
    if (ctx->flag == $FLAG)
        close_slot(ctx->size & 3);
    return 0;
}

static int culprit(struct context *ctx)
{
    if (ctx->key != $KEY)
        return 0;
    return *slots[ctx->mode & 3].data;
}

