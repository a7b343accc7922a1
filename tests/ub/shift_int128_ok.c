// expect: ok
int main(void)
{
    unsigned __int128 a = 1;
    int n = 127;
    a = a << n;
    return a == 7;
}
