// expect: ok
int main(void)
{
    int a = 2147483000;
    signed char b = 126;
    int i;
    for (i = 0; i < 5; i++)
        a += b;
    return a == 0;
}
