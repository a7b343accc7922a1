// Whatever is taken out is put back.
// inputs: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char ring[4];
    unsigned head = 0, count = 4;
    ring[0] = ring[1] = ring[2] = ring[3] = __VERIFIER_nondet_int() & 1;
    while (count) {
        unsigned char x = ring[head];
        head = (head + 1) & 3;
        if (!x)
            count--;
    }
    return 0;
}
