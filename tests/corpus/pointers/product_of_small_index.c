// As long as an index is small, its product with the size stays at the start of an element.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct point { int x; short y; char z[6]; };
static struct point points[5];

int main(void)
{
    unsigned long i = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(i < 5);
    *(int *)((char *)points + i * sizeof(struct point)) = 5;
    points[i].y = 3;
    assert(points[i].x == 5 && points[2].z[0] == 0);
    return 0;
}
