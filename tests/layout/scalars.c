#define S(T) sizeof(T), _Alignof(T)
#define M(T) sizeof(struct { char c; __typeof__(T) t; }), __builtin_offsetof(struct { char c; __typeof__(T) t; }, t)
enum small { A, B }; enum negative { N = -1 }; enum wide { W = 0x100000000 }; enum unsigned_wide { U = 0xFFFFFFFFu }; enum __attribute__((packed)) tiny { T = 255 }; enum __attribute__((packed)) medium { D = 256, E = -1 };
typedef int aligned_int __attribute__((aligned(16))); typedef long long less_aligned __attribute__((aligned(4)));
const unsigned long layout[] = {
    S(char), S(signed char), S(short), S(int), S(long), S(long long), S(float), S(double), S(long double), S(_Bool), S(void *), S(void (*)(void)), S(int[3]), S(double[5]), S(char[7]),
    M(char), M(short), M(int), M(long), M(long long), M(float), M(double), M(long double), M(_Bool), M(void *), M(enum small), M(enum wide), M(char[3]), M(double[2]), M(__builtin_va_list *),
    S(enum small), S(enum negative), S(enum wide), S(enum unsigned_wide), S(enum tiny), S(enum medium), S(aligned_int), M(aligned_int), S(less_aligned), M(less_aligned),
    S(__SIZE_TYPE__), S(__PTRDIFF_TYPE__), S(__WCHAR_TYPE__), sizeof(A), sizeof(W), sizeof(U), sizeof('a'), sizeof(1), sizeof(1L), sizeof(2147483648), sizeof(0x80000000), sizeof(4294967296), sizeof(1.0), sizeof(1.0f), sizeof(1.0L), sizeof("abc"), sizeof(L"abc"), sizeof(u"abc"), sizeof(U"abc"), sizeof(sizeof(int)), sizeof((char *)0 - (char *)0),
    (unsigned long)(-1 < 0u), (unsigned long)(-1L < 0u), (unsigned long)((enum small)-1 < 0), (unsigned long)((enum negative)-2 < 0), (unsigned long)((char)-1 < 0), (unsigned long)(2147483648 > 0), (unsigned long)(-2147483648 < 0), __alignof__(long long), __alignof__(double), __alignof__(long double), _Alignof(long long),
};
