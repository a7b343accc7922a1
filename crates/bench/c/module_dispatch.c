int i, sum = 0;
for (i = 0; i < 2; i++)
    sum += actions[((unsigned)ctx->mode + i) % 3](ctx->size + $A);
return sum / $B;
