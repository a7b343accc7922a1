// expect: shift-range line 6
int main(void)
{
    unsigned long a = 1;
    int n = 64;
    a = a << n;
    return a == 7;
}
