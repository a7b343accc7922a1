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
struct __attribute__((packed)) p { int a : 3; int b : 30; char c; };
struct __attribute__((packed)) q { char c; int a : 17; short s; long long b : 50; char d; };
struct __attribute__((packed)) r { short s; unsigned a : 7; unsigned b : 26; char c; unsigned long long d : 64; };
struct __attribute__((packed)) s { char c : 3; long long a : 61; int d : 31; int : 0; unsigned char e : 2; };
struct __attribute__((packed)) t { unsigned a : 1; unsigned b : 32; unsigned c : 31; _Bool d : 1; short e : 15; };
struct __attribute__((packed)) u { unsigned long long a : 60; unsigned char b : 6; unsigned long long c : 59; char d; };
int main(void)
{
    printf("p %d\n", (int)sizeof(struct p));
    F(struct p, a, -1);
    F(struct p, a, 5);
    F(struct p, a, 0x5A5A5A5A5A5A5A5ALL);
    F(struct p, b, -1);
    F(struct p, b, 5);
    F(struct p, b, 0x5A5A5A5A5A5A5A5ALL);
    F(struct p, c, -1);
    F(struct p, c, 5);
    F(struct p, c, 0x5A5A5A5A5A5A5A5ALL);
    printf("q %d\n", (int)sizeof(struct q));
    F(struct q, c, -1);
    F(struct q, c, 5);
    F(struct q, c, 0x5A5A5A5A5A5A5A5ALL);
    F(struct q, a, -1);
    F(struct q, a, 5);
    F(struct q, a, 0x5A5A5A5A5A5A5A5ALL);
    F(struct q, s, -1);
    F(struct q, s, 5);
    F(struct q, s, 0x5A5A5A5A5A5A5A5ALL);
    F(struct q, b, -1);
    F(struct q, b, 5);
    F(struct q, b, 0x5A5A5A5A5A5A5A5ALL);
    F(struct q, d, -1);
    F(struct q, d, 5);
    F(struct q, d, 0x5A5A5A5A5A5A5A5ALL);
    printf("r %d\n", (int)sizeof(struct r));
    F(struct r, s, -1);
    F(struct r, s, 5);
    F(struct r, s, 0x5A5A5A5A5A5A5A5ALL);
    F(struct r, a, -1);
    F(struct r, a, 5);
    F(struct r, a, 0x5A5A5A5A5A5A5A5ALL);
    F(struct r, b, -1);
    F(struct r, b, 5);
    F(struct r, b, 0x5A5A5A5A5A5A5A5ALL);
    F(struct r, c, -1);
    F(struct r, c, 5);
    F(struct r, c, 0x5A5A5A5A5A5A5A5ALL);
    F(struct r, d, -1);
    F(struct r, d, 5);
    F(struct r, d, 0x5A5A5A5A5A5A5A5ALL);
    printf("s %d\n", (int)sizeof(struct s));
    F(struct s, c, -1);
    F(struct s, c, 5);
    F(struct s, c, 0x5A5A5A5A5A5A5A5ALL);
    F(struct s, a, -1);
    F(struct s, a, 5);
    F(struct s, a, 0x5A5A5A5A5A5A5A5ALL);
    F(struct s, d, -1);
    F(struct s, d, 5);
    F(struct s, d, 0x5A5A5A5A5A5A5A5ALL);
    F(struct s, e, -1);
    F(struct s, e, 5);
    F(struct s, e, 0x5A5A5A5A5A5A5A5ALL);
    printf("t %d\n", (int)sizeof(struct t));
    F(struct t, a, -1);
    F(struct t, a, 5);
    F(struct t, a, 0x5A5A5A5A5A5A5A5ALL);
    F(struct t, b, -1);
    F(struct t, b, 5);
    F(struct t, b, 0x5A5A5A5A5A5A5A5ALL);
    F(struct t, c, -1);
    F(struct t, c, 5);
    F(struct t, c, 0x5A5A5A5A5A5A5A5ALL);
    F(struct t, d, -1);
    F(struct t, d, 5);
    F(struct t, d, 0x5A5A5A5A5A5A5A5ALL);
    F(struct t, e, -1);
    F(struct t, e, 5);
    F(struct t, e, 0x5A5A5A5A5A5A5A5ALL);
    printf("u %d\n", (int)sizeof(struct u));
    F(struct u, a, -1);
    F(struct u, a, 5);
    F(struct u, a, 0x5A5A5A5A5A5A5A5ALL);
    F(struct u, b, -1);
    F(struct u, b, 5);
    F(struct u, b, 0x5A5A5A5A5A5A5A5ALL);
    F(struct u, c, -1);
    F(struct u, c, 5);
    F(struct u, c, 0x5A5A5A5A5A5A5A5ALL);
    F(struct u, d, -1);
    F(struct u, d, 5);
    F(struct u, d, 0x5A5A5A5A5A5A5A5ALL);
    return 0;
}
