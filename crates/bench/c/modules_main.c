int main(void)
{
    struct context ctx;
    int i;
    ctx.mode = __VERIFIER_nondet_int();
    ctx.size = __VERIFIER_nondet_int();
    ctx.key = __VERIFIER_nondet_int();
    ctx.flag = __VERIFIER_nondet_int();
    if (ctx.size < 0 || ctx.size > 15 || ctx.flag < 0 || ctx.flag > 255)
        return 0;
    for (i = 0; i < 8; i++)
        ctx.text[i] = __VERIFIER_nondet_char();
    ctx.text[8] = 0;
    ctx.hash = 0;
    return layer_0(&ctx) < 0;
}
