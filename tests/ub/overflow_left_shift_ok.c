// expect: ok
int main(void)
{
    int x = 0x20000000, n = 1;
    x = x << n;
    return x != 0x40000000;
}
