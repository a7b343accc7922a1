#include <stdio.h>
struct e {};
struct z { int n; char d[0]; };
struct w { struct e e; int x; struct e e2[3]; };
union eu {};
static struct e ge;
static struct e id(struct e x) {
    return x;
}

int main(void) {
    struct e a, b = {};
    a = b;
    a = id(a);
    ge = a;
    printf("%zu %zu %zu %zu\n", sizeof a, sizeof(struct z), sizeof(struct w), sizeof(union eu));
    struct w w = { {}, 5 };
    printf("%d\n", w.x);
    int arr[0];
    printf("%zu\n", sizeof arr);
    struct z z = { 3 };
    printf("%d %d\n", z.n, (char *)z.d == (char *)&z + 4);
    ;
    ;
    {
    }
    if (1) ;
    else ;
    for (; 0;) ;
    switch (0) ;
    do ;
    while (0);
    return 0;
}

;
