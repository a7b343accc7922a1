char out[6];
int i;
for (i = 0; i < 5 && ctx->text[i]; i++) {
    char c = ctx->text[i];
    out[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}
out[i] = 0;
ctx->hash ^= (unsigned)(unsigned char)out[0] * $Au;
return i + $B;
