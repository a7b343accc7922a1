// A queue of fixed size is drained.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int queue[8], head = 0, tail = 0;
    while (tail < 8)
        queue[tail++] = __VERIFIER_nondet_int();
    while (head < tail)
        if (queue[head++] < 0)
            break;
    return 0;
}
