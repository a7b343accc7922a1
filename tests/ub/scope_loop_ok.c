// expect: ok
int main(void)
{
    int *last = 0;
    int i, keep[3];
    for (i = 0; i < 3; i++) {
        int local = i;
        keep[i] = i;
        last = &keep[i];
    }
    *last = 7;
    return 0;
}
