// expect: ok
static int last(int n)
{
    int a[n];
    int i;
    for (i = 0; i < n; i++)
        a[i] = i;
    return a[n - 1];
}
int main(void)
{
    return last(5) - 4;
}
