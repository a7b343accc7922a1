// expect: shift-range line 6
int main(void)
{
    unsigned __int128 a = 1;
    int n = 128;
    a = a << n;
    return a == 7;
}
