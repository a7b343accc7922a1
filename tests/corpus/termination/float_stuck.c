// Adding one to 2^24 gives 2^24.
// inputs: 
int main(void)
{
    float f = 16777210.0f;
    while (f < 16777220.0f)
        f += 1;
    return 0;
}
