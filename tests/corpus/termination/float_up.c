// A float is counted up by one.
int main(void)
{
    float f = 0;
    while (f < 10)
        f += 1;
    return 0;
}
