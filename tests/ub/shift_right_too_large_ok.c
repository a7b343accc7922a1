// expect: ok
int main(void)
{
    int a = 1, n = 3;
    a = a >> n;
    return a == 7;
}
