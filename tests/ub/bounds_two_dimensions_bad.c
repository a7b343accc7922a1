// expect: bounds line 6
int main(void)
{
    int grid[3][4] = { { 0 } };
    int row = 3;
    grid[row][1] = 1;
    return 0;
}
