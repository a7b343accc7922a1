// A search that stops early leaves the index in range; one that does not leaves it at the end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int wanted = __VERIFIER_nondet_int();
    int i, found = 0;
    for (i = 0; i < 20; i++) {
        if (i * i == wanted) {
            found = 1;
            break;
        }
    }
    if (found)
        assert(i < 20 && i * i == wanted);
    else
        assert(i == 20);
    return 0;
}
