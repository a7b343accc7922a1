// All unsigned numbers are at most the largest one.
// inputs: 
int main(void)
{
    unsigned i;
    for (i = 0; i <= 0xffffffff; i++)
        ;
    return 0;
}
