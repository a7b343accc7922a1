// An event loop whose quit flag is never set.
// inputs: 
int main(void)
{
    int quit = 0, state = 0;
    while (!quit) {
        state = (state + 1) % 7;
        if (state == 9)
            quit = 1;
    }
    return 0;
}
