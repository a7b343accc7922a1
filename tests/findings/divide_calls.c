// ask: --check div0
static int depth(int n)
{
    return n == 0 ? 0 : 1 + depth(n - 1);
}

static int share(int total, int parts)
{
    return total / parts;
}

int main(void)
{
    int parts = depth(2) - 2;
    char mark = '-';
    double half = 0.5;
    return share(7, parts) + mark + (int)half;
}
