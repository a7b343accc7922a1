// expect: ok
int main(void)
{
    long long a = -9223372036854775807LL;
    a = -a;
    return a == 0;
}
