// An unsigned char never gets to 300.
// inputs: 
int main(void)
{
    unsigned char c = 0;
    while (c < 300)
        c++;
    return 0;
}
