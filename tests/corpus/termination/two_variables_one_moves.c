// Either of two numbers is at its limit.
int main(void)
{
    int i = 0, j = 0;
    while (i < 10 || j < 10)
        if (i < 10)
            i++;
        else
            j++;
    return 0;
}
