// Pointers to elements of arrays inside of a record, beside its other fields.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct item {
    int key;
    int value;
};

struct table {
    int used;
    struct item items[3];
    int sum;
    struct item spare;
};

static struct table table;

static struct item *find(struct table *t, int key)
{
    for (int i = 0; i < t->used; i++)
        if (t->items[i].key == key)
            return &t->items[i];
    return &t->spare;
}

static void put(struct table *t, struct item *item, int value)
{
    t->sum += value - item->value;
    item->value = value;
}

int main(void)
{
    table.used = 3;
    for (int i = 0; i < 3; i++)
        table.items[i].key = i;
    int key = __VERIFIER_nondet_int();
    int value = __VERIFIER_nondet_int();
    if (value < 0 || value > 100)
        return 0;
    put(&table, find(&table, key), value);
    put(&table, find(&table, 1), 7);
    if (table.used != 3 || table.items[2].key != 2)
        reach_error();
    if (table.sum != table.items[0].value + table.items[1].value + table.items[2].value + table.spare.value)
        reach_error();
    return 0;
}
