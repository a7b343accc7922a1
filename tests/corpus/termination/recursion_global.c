// A global counts the calls.
extern int __VERIFIER_nondet_int(void);

int fuel;
void f(void)
{
    if (fuel > 0) {
        fuel--;
        f();
    }
}

int main(void)
{
    fuel = __VERIFIER_nondet_int();
    f();
    return 0;
}
