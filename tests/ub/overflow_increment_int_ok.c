// expect: ok
int main(void)
{
    int a = 2147483646;
    a++;
    return a == 0;
}
