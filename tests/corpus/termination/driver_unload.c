// The dispatcher serves a limited number of requests.
extern int __VERIFIER_nondet_int(void);

int open_count;

int main(void)
{
    for (int requests = 0; requests < 1000; requests++)
        switch (__VERIFIER_nondet_int()) {
        case 1:
            open_count++;
            break;
        case 2:
            open_count--;
            break;
        default:
            return 1;
        }
    return 0;
}
