// An assertion that holds ends nothing.
// inputs: 
extern void reach_error(void);

int main(void)
{
    int x = 0;
    while (1) {
        if (x != 0)
            reach_error();
        x = 0;
    }
    return 0;
}
