int n = (ctx->size & 7) + 1, i, total = 0;
for (i = 0; i < n; i++)
    total += i * $A;
if (n % $B == 0)
    return total % n;
return total / n;
