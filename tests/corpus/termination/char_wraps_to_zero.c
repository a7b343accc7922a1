// An unsigned char that is counted up becomes zero.
int main(void)
{
    unsigned char c = 1;
    while (c)
        c++;
    return 0;
}
