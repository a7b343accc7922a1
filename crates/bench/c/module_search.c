int low = 0, high = 5;
while (low < high) {
    int middle = (low + high) / 2;
    if (entries[middle].key < ctx->mode)
        low = middle + 1;
    else
        high = middle;
}
if (low < 5 && entries[low].key == ctx->mode)
    return entries[low].value % $B;
return $A;
