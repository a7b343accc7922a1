// expect: ok
static int table[5] = { 1, 2, 3, 4, 5 };
int main(void)
{
    int i = 0;
    return table[i] - 1;
}
