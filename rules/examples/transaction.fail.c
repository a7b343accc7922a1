/* expected: a transaction is begun inside of another
   A failed store leaves the loop without a rollback. */
void begin_transaction(void);
void commit_transaction(void);
static int store_record(int value) { return value >= 0 ? 0 : -1; }

static int values[4] = { 1, -2, 3, 4 };

static int store(int from, int to)
{
    begin_transaction();
    for (int i = from; i < to; i++)
        if (store_record(values[i]))
            return -1;
    commit_transaction();
    return 0;
}

int main(void)
{
    store(0, 2);
    store(2, 4);
    return 0;
}
