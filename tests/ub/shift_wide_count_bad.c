// expect: shift-range line 6
int main(void)
{
    int a = 1;
    long n = 1L << 32;
    a = a >> n;
    return a == 7;
}
