#include <stdio.h>
struct s { int a; char b; };
extern int f(struct s *);
extern long g(void *);
static int helper(int x) {
    return x + 1;
}

int main(void) {
    struct s s = { 3, 'c' };
    printf("%d %ld %d\n", f(&s), g(&s), helper(1));
    extern double ratio;
    printf("%g\n", ratio);
    return 0;
}
