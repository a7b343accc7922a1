// expect: ok
int main(void)
{
    int *p;
    int outer = 3;
    {
        int inner = 3;
        p = &outer;
    }
    return *p - 3;
}
