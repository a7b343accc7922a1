// expect: bounds line 6
int main(void)
{
    int grid[3][4] = { { 0 } };
    int column = 4;
    grid[1][column] = 1;
    return 0;
}
