#include <stdio.h>
static int odd(unsigned n);
static int even(unsigned n) {
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n) {
    return n == 0 ? 0 : even(n - 1);
}

static int ack(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}

static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void hanoi(int n, char a, char b, char c, int *moves) {
    if (!n) return;
    hanoi(n - 1, a, c, b, moves);
    ++*moves;
    if (n == 4) printf("%c->%c\n", a, c);
    hanoi(n - 1, b, a, c, moves);
}

static int gcd(int a, int b) {
    return b ? gcd(b, a % b) : a;
}

static void rev(const char *s) {
    if (*s) {
        rev(s + 1);
        putchar(*s);
    }
}

static int F(int);
static int M(int n) {
    return n ? n - F(M(n - 1)) : 0;
}

static int F(int n) {
    return n ? n - M(F(n - 1)) : 1;
}

static void perm(char *s, int k) {
    if (!s[k]) {
        puts(s);
        return;
    }
    for (int i = k; s[i]; i++) {
        char t = s[k];
        s[k] = s[i];
        s[i] = t;
        perm(s, k + 1);
        t = s[k];
        s[k] = s[i];
        s[i] = t;
    }
}

int main(void) {
    int m = 0;
    char s[] = "abc";
    printf("%d %d %d %d %d\n", even(100), odd(7), ack(2, 3), fib(15), gcd(1071, 462));
    hanoi(5, 'A', 'B', 'C', &m);
    printf("%d\n", m);
    rev("desrever");
    puts("");
    printf("%d %d\n", M(20), F(20));
    perm(s, 0);
    return 0;
}
