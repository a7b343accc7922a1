// expect: signed-overflow line 5
int main(void)
{
    long long a = -9223372036854775807LL - 1;
    a = -a;
    return a == 0;
}
