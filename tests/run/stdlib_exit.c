#include <stdio.h>
#include <stdlib.h>
static void a(void) {
    puts("first registered");
}

static void b(void) {
    puts("second registered");
}

static void c(void) {
    puts("third");
    atexit(a);
}

int main(void) {
    atexit(a);
    atexit(b);
    atexit(c);
    printf("main\n");
    if (getenv("NO_SUCH_VARIABLE_HERE") == 0) exit(300);
    return 1;
}
