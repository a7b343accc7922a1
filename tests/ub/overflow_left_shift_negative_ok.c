// expect: ok
int main(void)
{
    long x = -4;
    x = (long)((unsigned long)x << 1);
    return x != -8;
}
