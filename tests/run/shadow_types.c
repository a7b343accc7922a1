#include <stdio.h>
typedef int T;
typedef struct T2 { T T; } T2;
static T f(T T) {
    return T * 2;
}

static int g(int T(int)) {
    return T(4);
}

enum T3 { T3 };
struct T3s { unsigned T : 4; const T; T x; };
int main(void) {
    T T = 5;
    {
        typedef char T;
        T c = 'c';
        printf("%zu %c\n", sizeof(T), c);
    }
    printf("%d %d %d\n", T, f(T), g(f));
    T2 t = { .T = 8 };
    printf("%d\n", t.T);
    unsigned T2 = 7;
    printf("%u %zu\n", T2, sizeof(struct T2));
    enum T3 e = T3;
    printf("%d\n", e);
    struct T3s s = { 3, 4 };
    printf("%d %d\n", s.T, s.x);
    return 0;
}
