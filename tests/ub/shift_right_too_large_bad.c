// expect: shift-range line 5
int main(void)
{
    int a = 1, n = 33;
    a = a >> n;
    return a == 7;
}
