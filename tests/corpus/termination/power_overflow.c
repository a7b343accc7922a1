// A power of two becomes zero, which is never more than the limit.
// inputs: 
int main(void)
{
    unsigned p = 1, limit = 3000000000u;
    while (p < limit)
        p *= 2;
    return 0;
}
