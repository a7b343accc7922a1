// expect: signed-overflow line 5
int main(void)
{
    int a = 65536, b = 32768;
    int c = a * b;
    return c == 0;
}
