// The last of three loops hangs.
// inputs: 
int main(void)
{
    int i = 0, j = 0, k = 0;
    while (i < 10)
        i++;
    while (j < i)
        j++;
    while (k < j)
        i++, k = i & 0;
    return 0;
}
