int printf(const char *, ...);
static void dump(const void *p, unsigned long n)
{
    const unsigned char *b = p;
    while (n--)
        printf("%02x", *b++);
    printf("\n");
}
static void fill(void *p, int v, unsigned long n)
{
    unsigned char *b = p;
    while (n--)
        *b++ = v;
}
/* Sets one field over all-zero and all-one bytes, and reads it back. */
#define F(T, f, v) do { T x; fill(&x, 0, sizeof x); x.f = v; dump(&x, sizeof x); printf(" %lld", (long long)x.f); fill(&x, 255, sizeof x); x.f = v; dump(&x, sizeof x); printf(" %lld\n", (long long)x.f); } while (0)
union a { int x : 3; unsigned char c; short s : 12; };
union b { long long x : 40; unsigned y : 31; char c[9]; };
struct c { union { unsigned x : 9; unsigned y : 5; }; struct { int a : 6, b : 11; } in; signed char z : 2; };
struct d { unsigned v[2]; struct { unsigned lo : 10, hi : 22; } f[2]; };
int main(void)
{
    F(union a, x, -1); F(union a, x, 2); F(union a, s, -700); F(union a, c, 0xA5);
    F(union b, x, -123456789012LL); F(union b, y, 0x7FFFFFFF); F(union b, c[8], 3);
    F(struct c, x, 0x155); F(struct c, y, 0x15); F(struct c, in.a, -20); F(struct c, in.b, 1000); F(struct c, z, 1);
    F(struct d, f[1].lo, 777); F(struct d, f[1].hi, 0x2AAAAA); F(struct d, f[0].hi, -1); F(struct d, v[1], 0x12345678);
    struct c p = { { 0x1FF }, { -1, 5 }, -2 }, q = p;
    q.in.b += 7; q.in.a--; q.z ^= 1; q.y <<= 1;
    dump(&q, sizeof q);
    printf("%d %d %d %d %d\n", p.in.b, q.in.b, q.in.a, q.z, q.x);
    return 0;
}
