// Steps of two never meet zero from an odd number: unsigned numbers go round.
// inputs: 5
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    while (x != 0)
        x -= 2;
    return 0;
}
