// expect: invalid-pointer line 6
int main(void)
{
    int x = 3;
    int *p = (int *)0x123456789000;
    return *p - 3;
}
