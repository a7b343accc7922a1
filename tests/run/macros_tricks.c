#include <stdio.h>
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define LIST X(RED) X(GREEN) X(BLUE)
#define X(n) n,
enum { LIST COUNT };
#undef X
#define X(n) #n,
static const char *names[] = { LIST };
#undef X
#define VA(f, ...) printf(f, ##__VA_ARGS__)
#define NARG(...) NARG_(__VA_ARGS__, 4, 3, 2, 1, 0)
#define NARG_(a, b, c, d, n, ...) n
#define REPEAT3(x) x x x
int main(void) { int CAT(va, r) = 5; printf("%s %s %d\n", STR(a + b), XSTR(COUNT), var); for (int i = 0; i < COUNT; i++) puts(names[i]); VA("none\n"); VA("%d %d\n", 1, 2); printf("%d %d\n", NARG(a), NARG(a, b, c)); REPEAT3(var++;) printf("%d\n", var);
#if defined(__GNUC__) && __STDC_VERSION__ >= 201112L
    puts("gnu11");
#endif
    printf("%d %s\n", __LINE__ > 10, __FILE__[0] ? "file" : ""); printf("%d\n", __COUNTER__ + 1 == __COUNTER__); _Pragma("GCC diagnostic push") return 0; }
