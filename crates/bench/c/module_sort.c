int a[6], i, j;
for (i = 0; i < 6; i++)
    a[i] = (ctx->text[i] * $B + $A) & 63;
for (i = 1; i < 6; i++) {
    int key = a[i];
    for (j = i; j > 0 && a[j - 1] > key; j--)
        a[j] = a[j - 1];
    a[j] = key;
}
return a[0] + a[5];
