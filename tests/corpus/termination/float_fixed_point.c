// A fixed point above zero.
// inputs: 
int main(void)
{
    float x = 10.0f;
    while (x > 0)
        x = x * 0.5f + 1.0f;
    return 0;
}
