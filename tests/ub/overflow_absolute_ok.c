// expect: ok
static int absolute(int x)
{
    return x < 0 ? -x : x;
}
int main(void)
{
    return absolute(-2147483647) == 0;
}
