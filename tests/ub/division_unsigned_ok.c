// expect: ok
int main(void)
{
    unsigned a = 7, b = 2;
    unsigned c = a / b;
    return c - 3;
}
