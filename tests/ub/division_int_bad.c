// expect: division-by-zero line 5
int main(void)
{
    int a = 7, b = 0;
    int c = a / b;
    return c - 3;
}
