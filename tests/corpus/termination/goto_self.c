// A jump to itself.
// inputs: 
int main(void)
{
    again:
    goto again;
    return 0;
}
