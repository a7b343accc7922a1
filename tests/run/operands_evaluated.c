// What looks unused is evaluated all the same: operands of empty assembly, lengths of array parameters, hints.
#include <stdio.h>

static int calls, object = 5;
static int *touch(void) { calls++; return &object; }
static int count(int i, int array[i++]) { return i; }
static int count_rows(int i, int array[i++][i]) { return i + (int)(sizeof array[0] / sizeof(int)); }
static int plain(int n, int array[n], int fixed[3 + 1]) { return array[n - 1] + fixed[0]; }

static int hinted(int n) { return __builtin_expect(n > 2, n++) ? n : -n; }

int target = 1;
extern int other_name __attribute__((alias("target")));

int main(void) {
    int array[12] = {[9] = 4};
    __asm__("" : "+r"(*touch()));
    __asm__ volatile("" : : "r"(*touch()) : "memory");
    printf("%d %d\n", calls, object);
    printf("%d %d %d\n", count(10, array), count_rows(3, (int(*)[4])array), plain(10, array, array + 9));
    printf("%d %d\n", hinted(1), hinted(5));
    other_name = 7;
    target++;
    printf("%d %d %d\n", target, other_name, &target == &other_name);
    return 0;
}
