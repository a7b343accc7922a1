// expect: ok
#include <stdlib.h>
int main(void)
{
    int *cells[3];
    int i;
    for (i = 0; i < 3; i++)
        cells[i] = malloc(sizeof(int));
    for (i = 0; i < 3; i++)
        free(cells[i]);
    return 0;
}
