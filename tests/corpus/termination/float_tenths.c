// Ten tenths are not one.
// inputs: 
int main(void)
{
    float f = 0;
    while (f != 1.0f) {
        f += 0.1f;
        if (f > 2)
            f = 0;
    }
    return 0;
}
