#include <stdio.h>
#include "shared.h"
int counter;
static int hidden = 1;
int only_here = 10;
int main(void) {
    printf("%d %d\n", counter, hidden);
    bump();
    bump();
    counter += 5;
    printf("%d %d %d %d\n", counter, hidden_value(), hidden, total(3));
    printf("%s %d\n", names[1], origin.y);
    set_callback(bump);
    run_callback();
    printf("%d %d\n", counter, only_here);
    return sizeof(table) == 12 ? table[2] : 99;
}
