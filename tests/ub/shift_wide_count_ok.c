// expect: ok
int main(void)
{
    int a = 1;
    long n = 4;
    a = a >> n;
    return a == 7;
}
