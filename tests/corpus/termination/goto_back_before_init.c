// The counter is set again and again.
// inputs: 
int main(void)
{
    int i;
    again:
    i = 0;
    while (i < 10) {
        i++;
        if (i == 5)
            goto again;
    }
    return 0;
}
