// expect: division-by-zero line 6
int main(void)
{
    long a = 7;
    char b = 0;
    a = a % b;
    return (int)a;
}
