// Halving comes to zero.
int main(void)
{
    double d = 1.0;
    while (d > 0)
        d /= 2;
    return 0;
}
