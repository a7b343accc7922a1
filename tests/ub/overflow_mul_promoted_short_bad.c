// expect: signed-overflow line 5
int main(void)
{
    unsigned short a = 65535, b = 65535;
    unsigned c = a * b;
    return c == 0;
}
