// expect: null-dereference line 7
struct pair { long a, b; };
int main(void)
{
    struct pair source = { 1, 2 }, target;
    struct pair *p = 0;
    target = *p;
    return target.a - 1;
}
