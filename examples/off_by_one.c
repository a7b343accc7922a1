/* A classic: the loop writes one element too many. Try: maymust run examples/off_by_one.c */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 10;
    int *squares = malloc(n * sizeof *squares);
    if (!squares)
        return 1;
    for (int i = 0; i <= n; i++)
        squares[i] = i * i;
    printf("%d\n", squares[n - 1]);
    free(squares);
    return 0;
}
