// expect: ok
int main(void)
{
    unsigned a = 1;
    int n = 31;
    a = a << n;
    return a == 7;
}
