// ask: --check assert
// answer: unknown
// says: unknown: nothing to check
// ask: --check overflow
// answer: unknown
// says: unknown: nothing to check
// ask: --within=mian
// answer: unknown
// warns: warning: --within: no function `mian` in the program (did you mean `main`?)
// ask: --each-function=helper,mian --check assert
// answer: unknown
// warns: warning: --each-function: no function `mian` in the program (did you mean `main`?)
static int twice(unsigned x)
{
    return (int)(2 * x);
}

int helper(void)
{
    return twice(1);
}

int main(void)
{
    return twice(0);
}
