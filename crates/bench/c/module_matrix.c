int m[4][4], i, j, trace = 0;
for (i = 0; i < 4; i++)
    for (j = 0; j < 4; j++)
        m[i][j] = i * $B + j;
for (i = 0; i < 4; i++)
    trace += m[i][i];
if (ctx->mode > $A)
    trace += m[ctx->size & 3][ctx->flag & 3];
return trace;
