int state = 0, i;
for (i = 0; i < 8; i++) {
    switch (state) {
    case 0:
        state = ctx->text[i] == '{' ? 1 : 0;
        break;
    case 1:
        state = ctx->text[i] == '}' ? 2 : ctx->text[i] == 0 ? 3 : 1;
        break;
    case 2:
        state = ctx->mode > $A ? 0 : 2;
        break;
    default:
        break;
    }
}
return state * $B;
