// expect: shift-range line 6
int main(void)
{
    unsigned char a = 1;
    int n = 32;
    int b = a << n;
    return b == 7;
}
