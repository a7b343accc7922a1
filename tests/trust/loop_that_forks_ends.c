// ask: --engine references --check assert
// answer: fails
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), y = 0;
    if (x > 3)
        return 0;
    while (x > 0) {
        x--;
        y++;
    }
    if (y == 3)
        reach_error();
    return 0;
}
