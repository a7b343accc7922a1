// expect: ok
int main(void)
{
    int a = 7, b = 4;
    int c = a % b;
    return c - 3;
}
