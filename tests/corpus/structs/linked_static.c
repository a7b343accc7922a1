// A list of static nodes; its length is found by walking.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct node { int value; struct node *next; };
int main(void)
{
    struct node c = { 3, 0 }, b = { 2, &c }, a = { 1, &b };
    struct node *p;
    int n = 0, sum = 0;
    if (__VERIFIER_nondet_int())
        b.next = 0;
    for (p = &a; p; p = p->next) {
        n++;
        sum += p->value;
    }
    assert(n == 2 || n == 3);
    assert(sum == n * (n + 1) / 2);
    return 0;
}
