// expect: ok
int main(void)
{
    unsigned short a = 40000, b = 40000;
    unsigned c = a * b;
    return c == 0;
}
