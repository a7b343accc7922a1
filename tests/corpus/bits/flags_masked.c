// Clearing one flag clears its neighbour too.
// inputs: 6
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

#define READ 1u
#define WRITE 2u
#define EXEC 4u
int main(void)
{
    unsigned flags = __VERIFIER_nondet_uint() & 7u;
    unsigned before = flags;
    flags &= ~(WRITE | EXEC) | READ;
    assert((flags & EXEC) == (before & EXEC));
    return 0;
}
