// expect: null-dereference line 6
static int seven(void) { return 7; }
int main(void)
{
    int (*f)(void) = 0;
    return f() - 7;
}
