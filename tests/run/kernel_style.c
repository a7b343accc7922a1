#include <stdio.h>
#include <stddef.h>
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]) + sizeof(char[1 - 2 * !!__builtin_types_compatible_p(typeof(a), typeof(&a[0]))]) - 1)
#define BUILD_BUG_ON(c) ((void)sizeof(char[1 - 2 * !!(c)]))
#define min(x, y) ({ typeof(x) _x = (x); typeof(y) _y = (y); (void)(&_x == &_y); _x < _y ? _x : _y; })
#define min_t(t, x, y) ({ t __x = (x); t __y = (y); __x < __y ? __x : __y; })
#define READ_ONCE(x) (*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile typeof(x) *)&(x) = (v))
#define ERR_PTR(e) ((void *)(long)(e))
#define PTR_ERR(p) ((long)(p))
#define IS_ERR(p) unlikely((unsigned long)(p) >= (unsigned long)-4095)
#define swap(a, b) do { typeof(a) __tmp = (a); (a) = (b); (b) = __tmp; } while (0)
#define GENMASK(h, l) (((~0UL) << (l)) & (~0UL >> (63 - (h))))
#define BIT(n) (1UL << (n))
#define DIV_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define roundup_pow2(n) (1UL << (64 - __builtin_clzl((n) - 1)))
#define min3(a, b, c) min((typeof(a))min(a, b), c)
struct device { const char *name; u32 flags; struct { u16 vendor, device; } id; int (*probe)(struct device *);
    union { void *priv; unsigned long cookie; }; } __attribute__((aligned(8)));
static int probe_ok(struct device *d) {
    d->flags |= BIT(3);
    return 0;
}

static int probe_bad(struct device *d) {
    return -19;
}

static struct device devs[] = { { .name = "eth0", .id = { 0x8086, 0x100e }, .probe = probe_ok }, { .name = "bad",
    .probe = probe_bad, .cookie = 5 } };
static void *get(int i) {
    if (unlikely(i >= (int)ARRAY_SIZE(devs))) return ERR_PTR(-22);
    return &devs[i];
}

static noinline_fn(void);
static int noinline_fn(void) {
    return 1;
}

int main(void) {
    int i;
    BUILD_BUG_ON(sizeof(u64) != 8);
    for (i = 0; i < 3; i++) {
        struct device *d = get(i);
        if (IS_ERR(d)) {
            printf("err %ld\n", PTR_ERR(d));
            continue;
        }
        int r = d->probe(d);
        printf("%s %d %x %lx\n", d->name, r, d->flags, d->cookie);
    }
    u32 a = 5, b = 9;
    swap(a, b);
    printf("%u %u %u %u\n", a, b, min(a, b), min3(a, b, (u32)1));
    WRITE_ONCE(a, 77);
    printf("%u %d\n", READ_ONCE(a), min_t(u8, 300, 100));
    printf("%lx %lu %lu\n", GENMASK(15, 8), (unsigned long)DIV_ROUND_UP(10ul, 3), roundup_pow2(100ul));
    do {
        if (likely(a)) break;
    } while (0);
    __asm__ __volatile__("" : : : "memory");
    return noinline_fn();
}
