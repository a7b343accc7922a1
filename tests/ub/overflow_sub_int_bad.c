// expect: signed-overflow line 5
int main(void)
{
    int a = -2147483647, b = 2;
    int c = a - b;
    return c == 0;
}
