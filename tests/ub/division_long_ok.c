// expect: ok
int main(void)
{
    long a = 7;
    char b = 1;
    a = a % b;
    return (int)a;
}
