// expect: use-after-free line 10
int main(void)
{
    int *p;
    int outer = 3;
    {
        int inner = 3;
        p = &inner;
    }
    return *p - 3;
}
