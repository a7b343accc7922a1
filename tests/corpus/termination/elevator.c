// An elevator goes up and down for ever.
// inputs: 0 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int floor = 0, up = 1;
    while (1) {
        if (floor == 4)
            up = 0;
        if (floor == 0)
            up = 1;
        if (__VERIFIER_nondet_int() == 1)
            continue;
        floor += up ? 1 : -1;
    }
    return 0;
}
