// expect: ok
int main(void)
{
    long a = -9223372036854775807;
    a -= 1;
    return a == 0;
}
