// expect: signed-overflow line 5
int main(void)
{
    long long a = 4294967296LL, b = 2147483648LL;
    a = a * b;
    return a == 0;
}
