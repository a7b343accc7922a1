// expect: signed-overflow line 6
int main(void)
{
    int i, product = 1;
    for (i = 1; i <= 13; i++)
        product *= i;
    return product == 0;
}
