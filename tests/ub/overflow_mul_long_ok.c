// expect: ok
int main(void)
{
    long long a = 4294967296LL, b = 2147483647LL;
    a = a * b;
    return a == 0;
}
