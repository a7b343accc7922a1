int i = 0, value = 0, sign = 1;
if (ctx->text[0] == '-') {
    sign = -1;
    i = 1;
}
while (ctx->text[i] >= '0' && ctx->text[i] <= '9') {
    if (value > 10000)
        break;
    value = value * 10 + (ctx->text[i] - '0');
    i++;
}
ctx->hash += (unsigned)value * $Au;
return sign * value % ($B + 1);
