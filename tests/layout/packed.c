#define S(T) sizeof(T), _Alignof(T)
#define O(T, m) __builtin_offsetof(T, m)
struct __attribute__((packed)) a { char c; int i; double d; }; struct b { char c; int i __attribute__((packed)); short s; }; struct c { char c; long long l; } __attribute__((packed, aligned(4))); struct d { char c; struct a a; int i; }; struct __attribute__((packed)) e { char c; struct { short s; int i; } in; };
struct f { char c; int x __attribute__((aligned(16))); char d; }; struct g { char c; } __attribute__((aligned(32))); struct h { struct g g; char c; }; struct i { char c; _Alignas(8) char d; _Alignas(2) short s; }; union __attribute__((packed)) j { char c; int i; double d; }; union k { char c; int i; } __attribute__((aligned(16))); struct l { char c; union j j; };
typedef struct { char c; int i; } __attribute__((packed)) m; typedef int ai __attribute__((aligned(8))); struct n { char c; ai x; char d; }; struct __attribute__((packed)) o { char c; ai x; }; struct __attribute__((packed)) p { char c; int x __attribute__((aligned(2))); char d; long y __attribute__((aligned(4))); };
#pragma pack(push, 2)
struct q { char c; int i; double d; char e; }; struct r { char c; short s; struct q q; };
#pragma pack(push, 1)
struct s { char c; long l; };
#pragma pack(pop)
struct t { char c; long l; };
#pragma pack(pop)
struct u { char c; long l; }; struct v { struct q q; char c; int i; }; struct w { short s; int i __attribute__((packed, aligned(2))); }; struct x { char c; double d[2] __attribute__((packed)); } __attribute__((aligned));
const unsigned long layout[] = {
    S(struct a), O(struct a, i), O(struct a, d), S(struct b), O(struct b, i), O(struct b, s), S(struct c), O(struct c, l), S(struct d), O(struct d, a), O(struct d, i), S(struct e), O(struct e, in), O(struct e, in.i), S(struct f), O(struct f, x), O(struct f, d), S(struct g), S(struct h), O(struct h, c), S(struct i), O(struct i, d), O(struct i, s), S(union j), S(union k), S(struct l), O(struct l, j),
    S(m), O(m, i), S(ai), S(struct n), O(struct n, x), O(struct n, d), S(struct o), O(struct o, x), S(struct p), O(struct p, x), O(struct p, d), O(struct p, y), S(struct q), O(struct q, i), O(struct q, d), O(struct q, e), S(struct r), O(struct r, s), O(struct r, q), S(struct s), O(struct s, l), S(struct t), O(struct t, l), S(struct u), O(struct u, l), S(struct v), O(struct v, c), O(struct v, i), S(struct w), O(struct w, i), S(struct x), O(struct x, d),
};
