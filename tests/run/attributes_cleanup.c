#include <stdio.h>
static void show(int *p) {
    printf("cleanup %d\n", *p);
}

static int f(int n) {
    __attribute__((cleanup(show))) int a = n;
    if (n > 5) {
        int b __attribute__((cleanup(show))) = n * 2;
        if (n > 7) return b;
        a++;
    }
    for (int i = 0; i < 2; i++) {
        int c __attribute__((cleanup(show))) = i;
        if (i == 1) break;
    }
    return a;
}

int main(void) {
    printf("%d\n", f(1));
    printf("%d\n", f(6));
    printf("%d\n", f(8));
    return 0;
}
