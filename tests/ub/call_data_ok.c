// expect: ok
static int three(void) { return 3; }
static int data = 0;
int main(void)
{
    int (*f)(void) = (int (*)(void))three;
    return f() - 3;
}
