// expect: ok
int main(void)
{
    int i, product = 1;
    for (i = 1; i <= 12; i++)
        product *= i;
    return product == 0;
}
