// expect: invalid-pointer line 6
int main(void)
{
    long cell = 0;
    volatile long *p = (long *)16;
    *p = 5;
    return 0;
}
