#include <stdio.h>
enum color { RED, GREEN = 5, BLUE, ALIAS = GREEN, NEG = -3, NEXT };
enum big { BIGV = 0xFFFFFFFFFFull, SMALL = 1 };
enum u { UM = 0xFFFFFFFFu };
enum __attribute__((packed)) tiny { T1, T2 = 200 };
enum fwd;
enum fwd { FW = 'x' };
typedef enum { ANON1 = 1 << 4, ANON2 = ANON1 * 2 - 1 } flags;
struct s { enum color c; enum { IN = 3 } in; flags f : 6; };
#define T(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", default: "other")
int main(void) {
    enum color c = BLUE;
    c++;
    printf("%d %d %d %d %d %d\n", RED, GREEN, BLUE, ALIAS, NEG, NEXT);
    printf("%d %zu %zu %zu %zu\n", c, sizeof(enum color), sizeof(enum big), sizeof(enum tiny), sizeof(enum u));
    printf("%s %s %s %s %s\n", T(RED), T(c), T(BIGV), T((enum u)0), T((enum big)0));
    struct s s = { NEG, IN, ANON2 };
    printf("%d %d %d\n", s.c, s.in, s.f);
    enum tiny t = 255;
    t++;
    printf("%d\n", t);
    enum { LOCAL = IN + 10 };
    int a[LOCAL];
    printf("%zu %d\n", sizeof a, (enum color)-1 < 0);
    switch (c) {
        case RED ... GREEN: puts("low");
        break;
        default: puts("high");
    }
    enum u um = UM;
    printf("%d %u\n", um > 0, um);
    return FW;
}
