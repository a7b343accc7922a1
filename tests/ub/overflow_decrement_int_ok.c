// expect: ok
int main(void)
{
    int a = -2147483647;
    --a;
    return a == 0;
}
