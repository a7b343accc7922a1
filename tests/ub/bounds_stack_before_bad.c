// expect: bounds line 8
int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    int *p = a + 3;
    int i, sum = 0;
    for (i = 0; i < 5; i++)
        sum += *p--;
    return sum - 10;
}
