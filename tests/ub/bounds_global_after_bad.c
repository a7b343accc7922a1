// expect: bounds line 3
static int table[5] = { 1, 2, 3, 4, 5 };
static int pick(int i) { return table[i]; }
int main(void)
{
    return pick(5) - 5;
}
