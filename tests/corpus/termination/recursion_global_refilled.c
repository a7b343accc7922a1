// The global is refilled.
// inputs: 5
extern int __VERIFIER_nondet_int(void);

int fuel;
void f(void)
{
    if (fuel > 0) {
        fuel--;
        if (fuel == 2)
            fuel = 4;
        f();
    }
}

int main(void)
{
    fuel = __VERIFIER_nondet_int();
    if (fuel > 10)
        return 1;
    f();
    return 0;
}
