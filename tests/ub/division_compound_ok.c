// expect: ok
int main(void)
{
    long long a = 8;
    short b = 2;
    a /= b;
    return a - 4;
}
