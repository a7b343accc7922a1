#define S(T) sizeof(T), _Alignof(T)
#define O(T, m) __builtin_offsetof(T, m)
struct a { int x : 1; }; struct b { char c; int x : 5; int y : 27; char d; }; struct c { char x : 4; char y : 5; }; struct d { short x : 9; char c; short y : 7; char e; }; struct e { int x : 3; int : 0; int y : 3; char c; }; struct f { char c; int : 0; char d; }; struct g { char c; long long : 0; char d; }; struct h { int : 5; }; struct i { int : 5; char c; }; struct j { char c; int : 5; char d; };
struct k { long long x : 33; int y : 2; char c; }; struct l { long x : 20; long y : 20; long z : 20; char c; }; struct m { _Bool a : 1; _Bool b : 1; unsigned c : 6; unsigned char d : 8; char e; }; struct n { unsigned char a : 7; unsigned short b : 15; unsigned c : 31; unsigned long long d : 63; }; struct o { char a; char b : 1; short c : 1; int d : 1; long long e : 1; char f; };
struct __attribute__((packed)) p { int a : 3; int b : 30; char c; }; struct __attribute__((packed)) q { char c; int a : 17; short s; long long b : 50; char d; }; struct r { int a : 7; int b : 26 __attribute__((packed)); char c; }; struct s { char c; int a : 4 __attribute__((aligned(4))); char d; }; union t { int a : 3; char b : 7; }; union u { long long x : 40; char c; }; union v { int : 7; char c; }; struct w { enum { E1, E2 } e : 2; signed char s : 3; char c; }; struct x { struct { int a : 4; } in; char c; }; struct y { int a[1]; char b : 3; char c : 3; char d : 3; char e; };
struct z { char c; short : 9; char d; int : 0; short e; }; struct __attribute__((packed)) aa { char a : 4; int : 0; char b; }; struct bb { unsigned x : 12, y : 12, z : 12, w; }; struct cc { char a; long long b : 3; char c; }; struct dd { short a : 12; int b : 12; char c : 5; char d; };
#pragma pack(1)
struct ee { char c; int a : 9; short s; int b : 30; char d; };
#pragma pack(2)
struct ff { char c; int a : 9; long long b : 40; char d; };
#pragma pack()
const unsigned long layout[] = {
    S(struct a), S(struct b), O(struct b, d), S(struct c), S(struct d), O(struct d, c), O(struct d, e), S(struct e), O(struct e, c), S(struct f), O(struct f, d), S(struct g), O(struct g, d), S(struct h), S(struct i), O(struct i, c), S(struct j), O(struct j, d), S(struct k), O(struct k, c), S(struct l), O(struct l, c), S(struct m), O(struct m, e), S(struct n), S(struct o), O(struct o, f),
    S(struct p), O(struct p, c), S(struct q), O(struct q, s), O(struct q, d), S(struct r), O(struct r, c), S(struct s), O(struct s, d), S(union t), S(union u), S(union v), S(struct w), O(struct w, c), S(struct x), O(struct x, c), S(struct y), O(struct y, e), S(struct z), O(struct z, d), O(struct z, e), S(struct aa), O(struct aa, b), S(struct bb), O(struct bb, w), S(struct cc), O(struct cc, c), S(struct dd), O(struct dd, d), S(struct ee), O(struct ee, s), O(struct ee, d), S(struct ff), O(struct ff, d),
};
