// Labels as values (GNU C): a small threaded interpreter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    static void *const ops[3] = { &&inc, &&dbl, &&stop };
    int code[4] = { 0, 1, 0, 2 }, pc = 0, acc = 1;
    code[1] = __VERIFIER_nondet_int() ? 1 : 0;
    goto *ops[code[pc++]];
inc:
    acc++;
    goto *ops[code[pc++]];
dbl:
    acc *= 2;
    goto *ops[code[pc++]];
stop:
    assert(acc == 5 || acc == 4);
    return 0;
}
