// expect: bounds line 6
int main(void)
{
    int a[3] = { 1, 2, 3 };
    int *end = a + 3;
    return *end - 3;
}
