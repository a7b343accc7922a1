#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int i;
    for (i = 0; i < 5; i++) printf("%d ", rand());
    puts("");
    srand(42);
    for (i = 0; i < 40; i++) printf("%d ", rand() % 100);
    puts("");
    unsigned s = 9;
    for (i = 0; i < 5; i++) printf("%d ", rand_r(&s));
    puts("");
    srand(0);
    printf("%d\n", rand());
    srandom(3);
    printf("%ld %d\n", random(), RAND_MAX);
    return 0;
}
