static int failures;

static int note_failure(int weight)
{
    failures += weight;
    return weight;
}

static int check_size(struct context *ctx)
{
    return ctx->size == $SIZE ? note_failure(1) : 0;
}

static int check_mode(struct context *ctx)
{
    return ctx->mode == $MODE ? note_failure(4) : 0;
}

static int check_flag(struct context *ctx)
{
    return ctx->flag > $FLAG ? note_failure(2) : 0;
}

static int culprit(struct context *ctx)
{
    if (ctx->key > $KEY)
        return 0;
    return 100 / (failures - 5);
}

