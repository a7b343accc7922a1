// A loop without a test ends where an assumption cuts the run off.
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = 10;
    for (;;) {
        __VERIFIER_assume(x > 0);
        x--;
    }
    return 0;
}
