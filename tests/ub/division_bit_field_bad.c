// expect: division-by-zero line 5
int main(void)
{
    struct { unsigned f : 3; } s = { 8 & 7 };
    int c = 6 / s.f;
    return c - 3;
}
