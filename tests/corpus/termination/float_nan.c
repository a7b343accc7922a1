// Nothing is equal to a number that is none.
// inputs: 
int main(void)
{
    float zero = 0, f = zero / zero;
    while (f != f)
        ;
    return 0;
}
