// expect: ok
int main(void)
{
    unsigned char a = 1;
    int n = 8;
    int b = a << n;
    return b == 7;
}
