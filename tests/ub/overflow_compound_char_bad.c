// expect: signed-overflow line 8
int main(void)
{
    int a = 2147483000;
    signed char b = 127;
    int i;
    for (i = 0; i < 6; i++)
        a += b;
    return a == 0;
}
