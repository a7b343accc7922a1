// The length of a string.
int main(void)
{
    char s[16] = "hello";
    int n = 0;
    while (s[n])
        n++;
    return 0;
}
