// ask: --property G ! call(reach_error())
// answer: proved
// ask: --property G ! call(no_such_function())
// answer: unknown
// says: unknown: nothing to check
// warns: warning: property: no function `no_such_function` in the program
// ask: --check assert
// answer: unknown
// Nothing calls the function with the error call, and nothing that is not supported can.
void reach_error(void);

void helper(int x)
{
    if (x)
        reach_error();
}

int main(void)
{
    return 0;
}
