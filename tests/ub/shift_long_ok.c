// expect: ok
int main(void)
{
    unsigned long a = 1;
    int n = 63;
    a = a << n;
    return a == 7;
}
