int d = gcd(ctx->size + $A, $B);
if (d > 1)
    ctx->hash ^= (unsigned)d;
return (ctx->size + $A) / d;
