#include <stdio.h>
typedef int qi __attribute__((mode(QI)));
typedef int hi __attribute__((mode(HI)));
typedef unsigned si __attribute__((mode(SI)));
typedef unsigned int udi __attribute__((mode(DI)));
typedef unsigned word __attribute__((mode(word)));
typedef int ptr __attribute__((mode(pointer)));
typedef float sf __attribute__((mode(SF)));
typedef float df __attribute__((mode(DF)));
int main(void) {
    qi q = 127;
    q++;
    hi h = 32767;
    h++;
    si s = 0;
    s--;
    udi u = 0;
    u--;
    printf("%d %d %u %llu\n", q, h, s, (unsigned long long)u);
    printf("%zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(qi), sizeof(hi), sizeof(si), sizeof(udi), sizeof(word),
        sizeof(ptr), sizeof(sf), sizeof(df));
    return 0;
}
