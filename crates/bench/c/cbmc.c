/* What tasks use, in the words of CBMC. It gives arbitrary values for __VERIFIER_nondet_* by itself. */

void reach_error(void)
{
    __CPROVER_assert(0, "reach_error is reached");
    __CPROVER_assume(0);
}

void __VERIFIER_assume(int condition)
{
    __CPROVER_assume(condition);
}
