// expect: signed-overflow line 5
int main(void)
{
    int x = 0x40000000, n = 1;
    x = x << n;
    return x == 0;
}
