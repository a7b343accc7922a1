// ask: --check assert,memory --engine concrete
// answer: proved
// What is not initialised is an input only once it is read.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char tag;
    long value;
};

int main(void)
{
    int i, sum;
    struct pair p, q;
    char text[40], *copy = malloc(100);
    p.tag = 1;
    p.value = 7;
    q = p;
    for (i = 0, sum = 0; i < 5; i++)
        sum += i;
    snprintf(text, sizeof text, "%d-%ld", sum, q.value);
    strcpy(copy, text);
    printf("%s\n", copy);
    assert(strcmp(copy, "10-7") == 0);
    free(copy);
    return 0;
}
