// expect: ok
int main(void)
{
    __int128 a = ((__int128)1 << 126) - 1 + ((__int128)1 << 126);
    a = a + 0;
    return a == 0;
}
