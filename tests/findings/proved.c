// ask: --engine structural --check overflow,div0,bounds
static int table[4] = { 1, 2, 3, 4 };

static int at(unsigned i)
{
    return table[i % 4];
}

int main(void)
{
    return 100 / at(7) + at(2);
}
