// expect: invalid-call line 7
static int three(void) { return 3; }
static int data = 0;
int main(void)
{
    int (*f)(void) = (int (*)(void))&data;
    return f() - 3;
}
