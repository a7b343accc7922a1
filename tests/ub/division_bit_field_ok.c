// expect: ok
int main(void)
{
    struct { unsigned f : 3; } s = { 2 & 7 };
    int c = 6 / s.f;
    return c - 3;
}
