/* Models of integer arithmetic, sorting, searching and reading of integers from <stdlib.h>. */

void *__maymust_alloc(unsigned long size, int zeroed);
void __maymust_free(void *p);
void __maymust_copy(void *to, const void *from, unsigned long size);
int *__errno_location(void);

typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;

enum { __maymust_out_of_range = 34, __maymust_bad_base = 22 };

int abs(int x)
{
    return x < 0 ? -x : x;
}

long labs(long x)
{
    return x < 0 ? -x : x;
}

long long imaxabs(long long x)
{
    return x < 0 ? -x : x;
}

long long llabs(long long x)
{
    return x < 0 ? -x : x;
}

div_t div(int numerator, int denominator)
{
    div_t result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

ldiv_t ldiv(long numerator, long denominator)
{
    ldiv_t result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    lldiv_t result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

static int __maymust_digit_value(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

static int __maymust_is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* What was read: a magnitude (saturated), its sign, and whether it exceeded the largest magnitude. */
struct __maymust_reading {
    unsigned long long magnitude;
    int negative;
    int overflowed;
};

static void __maymust_read_integer(const char *s, char **end, int base, unsigned long long largest,
                                   struct __maymust_reading *reading)
{
    const char *p = s;
    const char *digits;
    reading->magnitude = 0;
    reading->negative = 0;
    reading->overflowed = 0;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = __maymust_bad_base;
        return;
    }
    while (__maymust_is_blank(*p))
        p++;
    if (*p == '+' || *p == '-') {
        reading->negative = *p == '-';
        p++;
    }
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
        && __maymust_digit_value(p[2]) < 16) {
        p += 2;
        base = 16;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    digits = p;
    for (;;) {
        unsigned digit = __maymust_digit_value(*p);
        if (digit >= (unsigned)base)
            break;
        if (reading->magnitude > (largest - digit) / base)
            reading->overflowed = 1;
        else
            reading->magnitude = reading->magnitude * base + digit;
        p++;
    }
    if (end != 0)
        *end = (char *)(p == digits ? s : p);
}

static long long __maymust_read_signed(const char *s, char **end, int base, unsigned long long maximum)
{
    struct __maymust_reading reading;
    __maymust_read_integer(s, end, base, maximum + 1, &reading);
    if (reading.overflowed || (!reading.negative && reading.magnitude > maximum)) {
        *__errno_location() = __maymust_out_of_range;
        return reading.negative ? (long long)(-maximum - 1) : (long long)maximum;
    }
    return (long long)(reading.negative ? -reading.magnitude : reading.magnitude);
}

static unsigned long long __maymust_read_unsigned(const char *s, char **end, int base,
                                                  unsigned long long maximum)
{
    struct __maymust_reading reading;
    __maymust_read_integer(s, end, base, maximum, &reading);
    if (reading.overflowed) {
        *__errno_location() = __maymust_out_of_range;
        return maximum;
    }
    return reading.negative ? -reading.magnitude : reading.magnitude;
}

long strtol(const char *s, char **end, int base)
{
    return __maymust_read_signed(s, end, base, ~0ul >> 1);
}

long long strtoll(const char *s, char **end, int base)
{
    return __maymust_read_signed(s, end, base, ~0ull >> 1);
}

unsigned long strtoul(const char *s, char **end, int base)
{
    return __maymust_read_unsigned(s, end, base, ~0ul);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
    return __maymust_read_unsigned(s, end, base, ~0ull);
}

long long strtoimax(const char *s, char **end, int base)
{
    return strtoll(s, end, base);
}

unsigned long long strtoumax(const char *s, char **end, int base)
{
    return strtoull(s, end, base);
}

int atoi(const char *s)
{
    return (int)strtol(s, 0, 10);
}

long atol(const char *s)
{
    return strtol(s, 0, 10);
}

long long atoll(const char *s)
{
    return strtoll(s, 0, 10);
}

void *bsearch(const void *key, const void *base, unsigned long count, unsigned long size,
              int (*compare)(const void *, const void *))
{
    unsigned long low = 0;
    unsigned long high = count;
    while (low < high) {
        unsigned long middle = low + (high - low) / 2;
        const char *candidate = (const char *)base + middle * size;
        int order = compare(key, candidate);
        if (order == 0)
            return (void *)candidate;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

/* A top-down merge sort: stable, and with the sequence of comparisons that glibc has. */
static void __maymust_merge_sort(char *base, unsigned long count, unsigned long size, char *scratch,
                                 int (*compare)(const void *, const void *, void *), void *context)
{
    unsigned long left_count = count / 2;
    unsigned long right_count = count - left_count;
    char *left = base;
    char *right = base + left_count * size;
    char *to = scratch;
    if (count <= 1)
        return;
    __maymust_merge_sort(left, left_count, size, scratch, compare, context);
    __maymust_merge_sort(right, right_count, size, scratch, compare, context);
    while (left_count > 0 && right_count > 0) {
        if (compare(left, right, context) <= 0) {
            __maymust_copy(to, left, size);
            left += size;
            left_count--;
        } else {
            __maymust_copy(to, right, size);
            right += size;
            right_count--;
        }
        to += size;
    }
    if (left_count > 0)
        __maymust_copy(to, left, left_count * size);
    if (count > right_count)
        __maymust_copy(base, scratch, (count - right_count) * size);
}

void qsort_r(void *base, unsigned long count, unsigned long size,
             int (*compare)(const void *, const void *, void *), void *context)
{
    char *scratch;
    if (count <= 1 || size == 0)
        return;
    scratch = __maymust_alloc(count * size, 0);
    __maymust_merge_sort(base, count, size, scratch, compare, context);
    __maymust_free(scratch);
}

struct __maymust_plain_compare {
    int (*compare)(const void *, const void *);
};

static int __maymust_compare_plainly(const void *left, const void *right, void *context)
{
    struct __maymust_plain_compare *plain = context;
    return plain->compare(left, right);
}

void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *))
{
    struct __maymust_plain_compare plain;
    plain.compare = compare;
    qsort_r(base, count, size, __maymust_compare_plainly, &plain);
}
