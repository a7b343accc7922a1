// expect: ok
int main(void)
{
    int a = -2147483647, b = 1;
    int c = a - b;
    return c == 0;
}
