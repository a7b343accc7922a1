/* expected: the interrupt level is not restored
   One of three ways out forgets it. */
static int current;
static int raise_irql(int new) { int old = current; current = new; return old; }
static void lower_irql(int old) { current = old; }

static int sum;

static int add(int n)
{
    int old = raise_irql(2);
    if (n < 0) {
        lower_irql(old);
        return -1;
    }
    if (n == 7)
        return 0;
    sum += n;
    lower_irql(old);
    return 1;
}

int main(void)
{
    add(1);
    add(-1);
    return add(7);
}
