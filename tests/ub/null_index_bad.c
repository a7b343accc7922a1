// expect: null-dereference line 6
int main(void)
{
    int data[8] = { 0 };
    int *p = (int *)0;
    p[3] = 1;
    return 0;
}
