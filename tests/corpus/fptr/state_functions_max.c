// The counter of the run state can reach four.
// inputs: 1,1,1,1,1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

typedef int (*state)(int);
static int count;
static int idle(int c) { return c > 0 ? 1 : 0; }
static int run(int c) { count++; return c > 10 ? 2 : 1; }
static int halt(int c) { (void)c; return 2; }
int main(void)
{
    static const state states[3] = { idle, run, halt };
    int now = 0, i;
    for (i = 0; i < 5; i++)
        now = states[now](__VERIFIER_nondet_int());
    assert(count < 4);
    return 0;
}
