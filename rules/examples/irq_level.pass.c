/* Nested raising, restored in reverse order. */
static int current;
static int raise_irql(int new) { int old = current; current = new; return old; }
static void lower_irql(int old) { current = old; }
void wait_for_event(void);

static int sum;

static void add(int n)
{
    int old = raise_irql(2);
    sum += n;
    lower_irql(old);
}

int main(void)
{
    int old = 0;
    wait_for_event();
    old = raise_irql(1);
    for (int i = 0; i < 3; i++)
        add(i);
    lower_irql(old);
    wait_for_event();
    return 0;
}
