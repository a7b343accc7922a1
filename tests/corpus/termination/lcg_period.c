// A generator of pseudo-random numbers that never gives zero.
// inputs: 1
int main(void)
{
    unsigned char x = 1;
    while (x != 0)
        x = (unsigned char)(x * 5);
    return 0;
}
