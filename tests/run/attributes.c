#include <stdio.h>
#include <stdint.h>
static int unused_fn(void) __attribute__((unused));
static int unused_fn(void) {
    return 1;
}

int __attribute__((noinline)) ni(int a __attribute__((unused)), int b) {
    return b;
}

__attribute__((pure, const)) static int pf(int x) {
    return x;
}

struct __attribute__((packed, aligned(2))) pa {
    char c;
    int i;
}

;
struct sp { char c; short s; } __attribute__((packed));
typedef int ai __attribute__((aligned(16)));
int var __attribute__((section(".mydata"), used)) = 5;
typedef union { int *ip; const char *cp; } tu __attribute__((transparent_union));
static int take(tu u) {
    return *u.ip;
}

typedef int si __attribute__((mode(QI)));
typedef unsigned ud __attribute__((mode(DI)));
typedef int tm __attribute__((__mode__(__TI__)));
void fmt(const char *, ...) __attribute__((format(printf, 1, 2)));
int weak(void) __attribute__((weak));
int weak(void) {
    return 3;
}

extern int al(void) __attribute__((alias("weak")));
enum e { A __attribute__((deprecated)), B };
static void __attribute__((constructor)) init(void) {
    var++;
}

int main(void) {
    int i = 7;
    __attribute__((unused)) int nothing;
    int x __attribute__((aligned(32))) = 1;
    struct { int a __attribute__((aligned(8))); char b; } s;
    __extension__ long long ll = 4;
    printf("%zu %zu %zu %zu\n", sizeof(struct pa), _Alignof(struct pa), sizeof(struct sp), _Alignof(ai));
    printf("%d %zu %zu %zu\n", take(&i), sizeof(si), sizeof(ud), sizeof(tm));
    printf("%d %d %d %d %d\n", ni(1, 2), pf(3), weak(), al(), var);
    printf("%d %zu %d %lld\n", (int)((uintptr_t)&x % 32), sizeof s, B, ll);
    switch (i) {
        case 7: i++;
        __attribute__((fallthrough));
        case 8: i++;
    }
    if (__builtin_expect(i == 9, 1)) puts("nine");
    return unused_fn();
}
