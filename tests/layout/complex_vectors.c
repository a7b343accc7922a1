/* Complex numbers and vectors. */
typedef int v4 __attribute__((vector_size(16)));
typedef char c8 __attribute__((vector_size(8)));
typedef double d4 __attribute__((vector_size(32)));
struct a { char c; double _Complex z; char d; };
struct b { char c; float _Complex z; char d; };
struct c { char c; long double _Complex z; char d; };
struct d { char c; _Complex int z; _Complex char y; _Complex long long x; };
struct e { char c; v4 v; char d; c8 w; };
const unsigned long layout[] = {
    sizeof(struct a), _Alignof(struct a), __alignof__(double _Complex), __builtin_offsetof(struct a, z), __builtin_offsetof(struct a, d),
    sizeof(struct b), _Alignof(struct b), __alignof__(float _Complex), __builtin_offsetof(struct b, z), __builtin_offsetof(struct b, d),
    sizeof(struct c), _Alignof(struct c), __alignof__(long double _Complex), __builtin_offsetof(struct c, z), __builtin_offsetof(struct c, d),
    sizeof(struct d), _Alignof(struct d), __builtin_offsetof(struct d, z), __builtin_offsetof(struct d, y), __builtin_offsetof(struct d, x),
    sizeof(struct e), _Alignof(struct e), __builtin_offsetof(struct e, v), __builtin_offsetof(struct e, w),
    sizeof(v4), sizeof(c8), sizeof(d4), __alignof__(v4), __alignof__(c8), __alignof__(d4), sizeof(_Complex short),
};
