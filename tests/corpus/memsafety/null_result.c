// The lookup may fail, and its result is used anyway.
// inputs: 7
extern int __VERIFIER_nondet_int(void);

struct item { int key, value; };
static struct item items[3] = { { 1, 10 }, { 2, 20 }, { 3, 30 } };
static struct item *find(int key)
{
    int i;
    for (i = 0; i < 3; i++)
        if (items[i].key == key)
            return &items[i];
    return 0;
}

int main(void)
{
    struct item *it = find(__VERIFIER_nondet_int());
    it->value++;
    return 0;
}
