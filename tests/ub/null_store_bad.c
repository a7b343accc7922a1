// expect: null-dereference line 7
static int *target;
static int cell;
int main(void)
{
    target = 0;
    *target = 5;
    return 0;
}
