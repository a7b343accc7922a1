// The loop repeats itself only after 2^64 steps.
// inputs: 
int main(void)
{
    unsigned long i = 0;
    int go = 1;
    while (go) {
        i += 2;
        if (i == 7)
            go = 0;
    }
    return 0;
}
