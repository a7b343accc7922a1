// expect: ok
// The pointer is the same in every iteration: still the first one fails, after what it did before.
int out[8];
int sum(int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += *p + i;
    return s;
}
int main(void) {
    int x = 1;
    return sum(&x, 3) + sum(0, 0) - 6;
}
