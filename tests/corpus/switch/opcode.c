// Some program of three opcodes makes the register 7.
// inputs: 1,2,1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int r = 1, i;
    for (i = 0; i < 3; i++) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            r = 0;
            break;
        case 1:
            r = 2 * r + 1;
            break;
        case 2:
            r = r * r - 6;
            break;
        }
    }
    assert(r != 7);
    return 0;
}
