// A pointer walks to the end of an array.
int main(void)
{
    int a[10], *p;
    for (p = a; p < a + 10; p++)
        *p = 0;
    return 0;
}
