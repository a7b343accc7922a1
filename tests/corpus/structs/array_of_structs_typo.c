// One value of the table does not belong to its key.
// inputs: 8
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct entry { int key, value; };
static const struct entry entries[4] = { { 3, 30 }, { 5, 50 }, { 8, 88 }, { 9, 90 } };
static int lookup(int key)
{
    int i;
    for (i = 0; i < 4; i++)
        if (entries[i].key == key)
            return entries[i].value;
    return -1;
}

int main(void)
{
    int key = __VERIFIER_nondet_int();
    int value = lookup(key);
    assert(value == -1 || value == 10 * key);
    return 0;
}
