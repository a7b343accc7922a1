// An event loop that quits in its sixth state.
int main(void)
{
    int quit = 0, state = 0;
    while (!quit) {
        state = (state + 1) % 7;
        if (state == 6)
            quit = 1;
    }
    return 0;
}
