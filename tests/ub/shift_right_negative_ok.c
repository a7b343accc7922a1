// expect: ok
int main(void)
{
    long a = 8;
    int n = 2;
    a >>= n;
    return a == 7;
}
