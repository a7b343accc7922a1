#define S(T) sizeof(T), _Alignof(T)
#define O(T, m) __builtin_offsetof(T, m)
struct a { char c; short s; int i; long l; long long ll; }; struct b { char c; double d; char e; }; struct c { long double d; char c; }; struct d { char a[3]; short b[2]; char c; };
struct e { struct a a; char c; struct b b[2]; }; struct f {}; struct g { struct f f; int x; struct f h; }; struct h { int n; char flex[]; }; struct i { char c; int zero[0]; }; struct j { char c; struct h last; };
struct k { char c; union { int i; char b[5]; double d; }; struct { short s; char t; }; }; union l { char c; short s; int i; long l; double d; }; union m { char c[5]; short s; }; union n {}; union o { struct a a; struct b b; };
struct p { void *p; char c; void (*f)(int); int i; }; struct q { _Bool b; enum { X, Y } e; _Bool c; float f; short s; }; struct r { int (*p[3])(void); char c; }; struct s { char c; struct { char d; struct { long long e; } f; } g; char h; };
struct t { char c; long long x; } ; struct u { int i; double d; int j; }; struct v { short a; int b; short c; int d; char e; }; struct w { char c[7]; int x[2][3]; };
const unsigned long layout[] = {
    S(struct a), O(struct a, s), O(struct a, i), O(struct a, l), O(struct a, ll), S(struct b), O(struct b, d), O(struct b, e), S(struct c), O(struct c, c), S(struct d), O(struct d, b), O(struct d, b[1]), O(struct d, c),
    S(struct e), O(struct e, c), O(struct e, b), O(struct e, b[1].d), O(struct e, a.ll), S(struct f), S(struct g), O(struct g, x), O(struct g, h), S(struct h), O(struct h, flex), O(struct h, flex[3]), S(struct i), O(struct i, zero), S(struct j), O(struct j, last),
    S(struct k), O(struct k, i), O(struct k, d), O(struct k, s), O(struct k, t), S(union l), S(union m), S(union n), S(union o), O(union o, b.e), S(struct p), O(struct p, c), O(struct p, f), O(struct p, i), S(struct q), O(struct q, e), O(struct q, c), O(struct q, f), O(struct q, s), S(struct r), O(struct r, c), O(struct r, p[2]), S(struct s), O(struct s, g), O(struct s, g.f.e), O(struct s, h), S(struct t), O(struct t, x), S(struct u), O(struct u, d), O(struct u, j), S(struct v), O(struct v, b), O(struct v, c), O(struct v, d), O(struct v, e), S(struct w), O(struct w, x), O(struct w, x[1][2]),
};
