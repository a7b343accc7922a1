/* expected: interrupts are switched off twice
   One critical section calls a function with another. */
void local_irq_disable(void);
void local_irq_enable(void);

static int registers[4];

static void set(int which, int value)
{
    local_irq_disable();
    registers[which] = value;
    local_irq_enable();
}

static void swap(int a, int b)
{
    int old;
    local_irq_disable();
    old = registers[a];
    set(a, registers[b]);
    registers[b] = old;
    local_irq_enable();
}

int main(void)
{
    set(0, 1);
    set(1, 2);
    swap(0, 1);
    return 0;
}
