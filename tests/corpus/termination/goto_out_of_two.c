// A jump out of two endless loops.
int main(void)
{
    int x = 0;
    for (;;)
        for (;;)
            if (x++ > 100)
                goto out;
    out:;
    return 0;
}
