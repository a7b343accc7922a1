// expect: ok
int main(void)
{
    int a = -2147483647;
    int c = -a;
    return c == 0;
}
