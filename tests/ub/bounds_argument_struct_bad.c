// expect: bounds line 5
struct box { int cells[2]; };
static int get(struct box b, unsigned i)
{
    return b.cells[i];
}
int main(void)
{
    struct box b = { { 1, 2 } };
    return get(b, 2) - 2;
}
