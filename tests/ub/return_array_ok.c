// expect: ok
static char *name(int n)
{
    static char buffer[8];
    char *p = buffer;
    buffer[0] = 'a' + n;
    buffer[1] = 0;
    return p;
}
int main(void)
{
    char *s = name(2);
    return s[0] - 'c';
}
