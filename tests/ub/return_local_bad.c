// expect: use-after-free line 13
static int *leak(int *keep)
{
    int local = 5;
    int *p = &local;
    *p = 5;
    return p;
}
int main(void)
{
    int cell;
    int *p = leak(&cell);
    return *p - 5;
}
