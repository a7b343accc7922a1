// expect: ok
int main(void)
{
    long cell = 0;
    volatile long *p = (long *)&cell;
    *p = 5;
    return 0;
}
