// expect: ok
struct pair { long a, b; };
int main(void)
{
    struct pair source = { 1, 2 }, target;
    struct pair *p = &source;
    target = *p;
    return target.a - 1;
}
