// expect: ok
static int average(const int *a, int n)
{
    int i, sum = 0;
    for (i = 0; i < n; i++)
        sum += a[i];
    return sum / n;
}
int main(void)
{
    int a[3] = { 1, 2, 3 };
    return average(a, 3) - 2;
}
