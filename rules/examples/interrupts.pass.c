/* A short critical section per register. */
void local_irq_disable(void);
void local_irq_enable(void);
void request_irq(int line);
void free_irq(int line);

static int registers[4];

static void set(int which, int value)
{
    local_irq_disable();
    registers[which] = value;
    local_irq_enable();
}

int main(void)
{
    request_irq(5);
    for (int i = 0; i < 4; i++)
        set(i, i * i);
    free_irq(5);
    return 0;
}
