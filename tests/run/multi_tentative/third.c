#include "shared.h"
const char *names[] = { "n0", "n1", "n2" };
struct point origin = { .y = 7 };
static void (*cb)(void);
void set_callback(void (*f)(void)) {
    cb = f;
}

void run_callback(void) {
    if (cb) cb();
}

int total(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += table[i] + twice(i);
    return s;
}
