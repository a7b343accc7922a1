/* How many ways are there to place eight queens so that none attacks another? */
#include <assert.h>
#include <stdio.h>

enum { N = 8 };

static int column[N];

static int attacked(int row, int col)
{
    for (int r = 0; r < row; r++) {
        int distance = row - r;
        if (column[r] == col || column[r] == col - distance || column[r] == col + distance)
            return 1;
    }
    return 0;
}

static int place(int row)
{
    if (row == N)
        return 1;
    int ways = 0;
    for (int col = 0; col < N; col++) {
        if (!attacked(row, col)) {
            column[row] = col;
            ways += place(row + 1);
        }
    }
    return ways;
}

int main(void)
{
    int ways = place(0);
    printf("%d queens: %d ways\n", N, ways);
    assert(ways == 92);
    return 0;
}
