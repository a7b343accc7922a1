// The inner loop uses the counter of the outer one.
// inputs: 
int main(void)
{
    int i;
    for (i = 0; i < 10; i++)
        for (i = 0; i < 5; i++)
            ;
    return 0;
}
