int i, words = 0, inside = 0;
for (i = 0; ctx->text[i]; i++) {
    int blank = ctx->text[i] == ' ' || ctx->text[i] == '\t';
    if (!blank && !inside)
        words++;
    inside = !blank;
}
ctx->hash = ctx->hash * $Au + (unsigned)words;
return words > $B ? $B : words;
