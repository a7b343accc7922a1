static unsigned fold(const char *text, int n)
{
    unsigned h = 5381;
    int i;
    for (i = 0; i < n; i++)
        h = h * 33 + (unsigned char)text[i];
    return h;
}

static int culprit(struct context *ctx)
{
    unsigned h = fold(ctx->text, 4);
    if (h % 1021 == $REST && ctx->flag == $FLAG)
        reach_error();
    return (int)(h & 255);
}

