// A traffic light never jumps from red to yellow.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

enum light { RED, GREEN, YELLOW };
int main(void)
{
    enum light now = RED, before;
    while (__VERIFIER_nondet_int()) {
        before = now;
        switch (now) {
        case RED:
            now = GREEN;
            break;
        case GREEN:
            if (__VERIFIER_nondet_int())
                now = YELLOW;
            break;
        case YELLOW:
            now = RED;
            break;
        }
        assert(!(before == RED && now == YELLOW));
        assert(!(before == YELLOW && now != RED));
    }
    return 0;
}
