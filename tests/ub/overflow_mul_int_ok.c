// expect: ok
int main(void)
{
    int a = 65536, b = 32767;
    int c = a * b;
    return c == 0;
}
