#include "shared.h"
static int hidden = 100;
extern int only_here;
void bump(void) {
    counter++;
    hidden += twice(counter);
    only_here--;
}

int hidden_value(void) {
    return hidden;
}

int table[3] = { 4, 5, 6 };
