// expect: signed-overflow line 5
int main(void)
{
    __int128 a = ((__int128)1 << 126) - 1 + ((__int128)1 << 126);
    a = a + 1;
    return a == 0;
}
