// expect: invalid-pointer line 6
int main(void)
{
    long cell = 0;
    volatile long *p = (long *)0x7f0000001000;
    *p = 5;
    return 0;
}
