// A loop without a test ends at an assertion that fails.
extern void reach_error(void);

int main(void)
{
    int x = 0;
    for (;;) {
        if (x > 5)
            reach_error();
        x++;
    }
    return 0;
}
