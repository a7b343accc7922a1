// An unsigned number is never negative.
// inputs: 
int main(void)
{
    unsigned i;
    for (i = 10; i >= 0; i--)
        ;
    return 0;
}
