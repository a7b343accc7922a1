// expect: ok
int main(void)
{
    int x = 3;
    int *p = (int *)&x;
    return *p - 3;
}
