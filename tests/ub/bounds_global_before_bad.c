// expect: bounds line 6
static int table[5] = { 1, 2, 3, 4, 5 };
int main(void)
{
    int i = -1;
    return table[i] - 1;
}
