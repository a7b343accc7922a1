// expect: signed-overflow line 5
int main(void)
{
    long x = -4;
    x <<= 1;
    return x == 0;
}
