// With a malfunction the machine skips a state.
// inputs: 1,0,1,42
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

enum light { RED, GREEN, YELLOW };
int main(void)
{
    enum light now = RED, before;
    while (__VERIFIER_nondet_int()) {
        int sensor = __VERIFIER_nondet_int();
        before = now;
        switch (now) {
        case RED:
            now = GREEN;
            break;
        case GREEN:
            if (sensor == 42)
                now = RED;
            else
                now = YELLOW;
            break;
        case YELLOW:
            now = RED;
            break;
        }
        assert(!(before == GREEN && now == RED));
    }
    return 0;
}
