// expect: division-by-zero line 6
int main(void)
{
    long long a = 8;
    short b = 0;
    a /= b;
    return a - 4;
}
