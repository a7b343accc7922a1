// Eight rotations.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_int();
    for (int i = 0; i < 8; i++)
        x = (unsigned char)(x << 1 | x >> 7);
    return 0;
}
