// The inner loop runs to the outer counter.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            ;
    return 0;
}
