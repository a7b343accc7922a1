// expect: ok
int main(void)
{
    long a = 9223372036854775806;
    a += 1;
    return a == 0;
}
