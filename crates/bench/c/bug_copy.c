static int culprit(struct context *ctx)
{
    char out[6];
    int i, n = 0;
    if (ctx->key != $KEY)
        return 0;
    for (i = 0; ctx->text[i]; i++)
        if (ctx->text[i] != ' ')
            out[n++] = ctx->text[i];
    return n;
}

