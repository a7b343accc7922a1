// expect: ok
static int *target;
static int cell;
int main(void)
{
    target = &cell;
    *target = 5;
    return 0;
}
