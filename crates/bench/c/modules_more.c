static int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

static int twice(int x)
{
    return 2 * x;
}

static int squared(int x)
{
    return x * x;
}

static int half(int x)
{
    return x / 2;
}

static int (*const actions[3])(int) = { twice, squared, half };

