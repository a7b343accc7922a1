// expect: invalid-pointer line 6
int main(void)
{
    int x = 3;
    int *p = (int *)0x1234567;
    return *p - 3;
}
