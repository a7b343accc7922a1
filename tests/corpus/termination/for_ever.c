// The empty loop without a test.
// inputs: 
int main(void)
{
    for (;;)
        ;
    return 0;
}
