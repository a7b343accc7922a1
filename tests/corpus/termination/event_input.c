// An event loop that quits if asked to.
// inputs: 0 0 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int quit = 0;
    unsigned seen = 0;
    while (!quit) {
        int e = __VERIFIER_nondet_int();
        if (e == 3)
            quit = 1;
        else
            seen++;
    }
    return 0;
}
