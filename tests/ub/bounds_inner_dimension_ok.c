// expect: ok
int main(void)
{
    int grid[3][4] = { { 0 } };
    int column = 3;
    grid[1][column] = 1;
    return 0;
}
