// A range of 2^40 numbers.
int main(void)
{
    for (long i = 0; i < 1L << 40; i++)
        ;
    return 0;
}
