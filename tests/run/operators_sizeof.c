#include <stdio.h>
struct e {};
struct s { char a[3]; short b; };
int f(void);
extern int arr[];
int arr[5];
static int fn(int a[10], char (*b)[7]) {
    return sizeof a + sizeof *b;
}

int main(void) {
    int i = 1;
    printf("%zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long),
        sizeof(long long), sizeof(float), sizeof(double), sizeof(void *));
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct e), sizeof(struct s), sizeof arr, sizeof f(), sizeof(f));
    printf("%zu %d\n", sizeof(i++), i);
    printf("%zu %zu %zu\n", sizeof "hello", sizeof(char[3][4]), sizeof(int *[3]));
    printf("%d %zu %zu\n", fn(0, 0), sizeof(void), sizeof(int (*)(void)));
    printf("%zu %zu\n", sizeof(i) - 5 > 0 ? sizeof(i) : 0, sizeof(((struct s *)0)->a));
    printf("%zu %zu %zu\n", sizeof(_Bool), sizeof('x'), sizeof(1 ? (char)1 : (short)2));
    printf("%zu\n", sizeof(int) * 3 + sizeof i);
    printf("%zu\n", sizeof(struct { int x; char y; }));
    return sizeof(long) ;
}
