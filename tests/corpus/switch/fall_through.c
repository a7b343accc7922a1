// A missing break adds two costs.
// inputs: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int kind = __VERIFIER_nondet_int(), cost = 0;
    switch (kind) {
    case 0:
        cost = 1;
        break;
    case 1:
        cost += 5;
    case 2:
        cost += 10;
        break;
    default:
        cost = 2;
    }
    assert(cost == 1 || cost == 2 || cost == 5 || cost == 10);
    return 0;
}
