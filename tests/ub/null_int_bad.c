// expect: null-dereference line 6
int main(void)
{
    int x = 1;
    int *p = 0;
    return *p - 1;
}
