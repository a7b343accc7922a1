// Binary search in a fixed sorted table finds every member.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static const int table[8] = { 1, 4, 9, 16, 25, 36, 49, 64 };
static int find(int key)
{
    int low = 0, high = 8;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (table[mid] < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low < 8 && table[low] == key ? low : -1;
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 8);
    assert(find(table[i]) == i);
    return 0;
}
