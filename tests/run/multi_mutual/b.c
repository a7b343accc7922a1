int calls;
extern int even(int);
int odd(int n) {
    calls++;
    return n == 0 ? 0 : even(n - 1);
}

const char *version(void) {
    return __DATE__[0] ? "v1" : "";
}
