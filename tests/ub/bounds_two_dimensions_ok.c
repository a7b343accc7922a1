// expect: ok
int main(void)
{
    int grid[3][4] = { { 0 } };
    int row = 2;
    grid[row][1] = 1;
    return 0;
}
