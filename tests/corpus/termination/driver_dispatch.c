// A dispatcher that serves requests for ever.
// inputs: 0 0 0
extern int __VERIFIER_nondet_int(void);

int open_count;
static int do_open(void)
{
    if (open_count < 4)
        open_count++;
    return 0;
}
static int do_close(void)
{
    if (open_count > 0)
        open_count--;
    return 0;
}

int main(void)
{
    for (;;)
        switch (__VERIFIER_nondet_int()) {
        case 1:
            do_open();
            break;
        case 2:
            do_close();
            break;
        default:
            break;
        }
    return 0;
}
