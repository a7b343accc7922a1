// expect: division-by-zero line 5
int main(void)
{
    unsigned a = 7, b = 0;
    unsigned c = a / b;
    return c - 3;
}
