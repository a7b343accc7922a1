// expect: bounds line 6
int main(void)
{
    short cell = 0;
    long *p = (long *)&cell;
    *p = 5;
    return 0;
}
