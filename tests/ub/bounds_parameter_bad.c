// expect: bounds line 6
static void fill(int *a, int n)
{
    int i;
    for (i = 0; i < n; i++)
        a[i] = i * i;
}
int main(void)
{
    int a[6];
    fill(a, 7);
    return a[2] - 4;
}
