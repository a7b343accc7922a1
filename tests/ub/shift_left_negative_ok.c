// expect: ok
int main(void)
{
    unsigned a = 1;
    int n = 1;
    a <<= n;
    return a == 7;
}
