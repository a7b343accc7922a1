// expect: ok
int main(void)
{
    char *p = __builtin_alloca(8);
    int i;
    for (i = 0; i < 8; i++)
        p[i] = 'x';
    return 0;
}
