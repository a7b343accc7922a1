/* Models of strtod and strtof, correctly rounded, and of strtold where one operation rounds correctly. */

int *__errno_location(void);
int __maymust_unsupported(const char *reason);

enum { __maymust_digit_limit = 800, __maymust_range_error = 34 };

/* 0.d1d2d3… * 10^point, with at most 800 digits; `inexact` if nonzero digits were dropped behind them. */
struct __maymust_decimal {
    int count;
    int point;
    int inexact;
    unsigned char digits[__maymust_digit_limit];
};

/* The parameters of a binary format. */
struct __maymust_binary {
    int mantissa_bits;
    int least_exponent;
    int greatest_exponent;
};

static void __maymust_trim(struct __maymust_decimal *number)
{
    while (number->count > 0 && number->digits[number->count - 1] == 0)
        number->count--;
    if (number->count == 0)
        number->point = 0;
}

/* Divides by 2^shift, shift <= 27. */
static void __maymust_shift_right(struct __maymust_decimal *number, int shift)
{
    unsigned long long rest = 0;
    int from = 0;
    int to = 0;
    while (rest >> shift == 0) {
        rest = rest * 10 + (from < number->count ? number->digits[from] : 0);
        from++;
    }
    number->point -= from - 1;
    while (from < number->count) {
        number->digits[to++] = (unsigned char)(rest >> shift);
        rest = (rest & ((1ULL << shift) - 1)) * 10 + number->digits[from++];
    }
    while (rest != 0) {
        if (to < __maymust_digit_limit)
            number->digits[to++] = (unsigned char)(rest >> shift);
        else if (rest >> shift != 0)
            number->inexact = 1;
        rest = (rest & ((1ULL << shift) - 1)) * 10;
    }
    number->count = to;
    __maymust_trim(number);
}

/* Multiplies by 2^shift, shift <= 27. */
static void __maymust_shift_left(struct __maymust_decimal *number, int shift)
{
    unsigned long long carry = 0;
    unsigned char front[12];
    int extra = 0;
    int i;
    for (i = number->count - 1; i >= 0; i--) {
        carry += (unsigned long long)number->digits[i] << shift;
        number->digits[i] = (unsigned char)(carry % 10);
        carry /= 10;
    }
    while (carry != 0) {
        front[extra++] = (unsigned char)(carry % 10);
        carry /= 10;
    }
    for (i = number->count - 1; i >= 0; i--) {
        if (i + extra < __maymust_digit_limit)
            number->digits[i + extra] = number->digits[i];
        else if (number->digits[i] != 0)
            number->inexact = 1;
    }
    for (i = 0; i < extra; i++)
        number->digits[i] = front[extra - 1 - i];
    number->count += extra;
    if (number->count > __maymust_digit_limit)
        number->count = __maymust_digit_limit;
    number->point += extra;
    __maymust_trim(number);
}

/* The nearest integer, ties to even. */
static unsigned long long __maymust_nearest(struct __maymust_decimal *number)
{
    unsigned long long integer = 0;
    int i;
    int up = 0;
    for (i = 0; i < number->point; i++)
        integer = integer * 10 + (i < number->count ? number->digits[i] : 0);
    i = number->point;
    if (i >= 0 && i < number->count) {
        up = number->digits[i] > 5;
        if (number->digits[i] == 5)
            up = i + 1 < number->count || number->inexact || (integer & 1);
    }
    return integer + up;
}

/* mantissa * 2^exponent, where the mantissa fits and was rounded for this exponent, or infinity. */
static double __maymust_assemble(unsigned long long mantissa, int exponent, const struct __maymust_binary *binary)
{
    union { double value; unsigned long long bits; } u;
    int top = 0;
    if (mantissa == 0) {
        *__errno_location() = __maymust_range_error;
        return 0.0;
    }
    while (mantissa >> top > 1)
        top++;
    if (top + exponent > binary->greatest_exponent) {
        *__errno_location() = __maymust_range_error;
        u.bits = 0x7FF0000000000000ULL;
        return u.value;
    }
    if (top + exponent < -1022)
        u.bits = mantissa << (exponent + 1074);
    else
        u.bits = (mantissa << (52 - top) & 0xFFFFFFFFFFFFFULL) | (unsigned long long)(top + exponent + 1023) << 52;
    return u.value;
}

static double __maymust_to_binary(struct __maymust_decimal *number, const struct __maymust_binary *binary)
{
    static const unsigned char shifts[9] = { 0, 3, 6, 9, 13, 16, 19, 23, 26 };
    int exponent = 0;
    int shift;
    unsigned long long mantissa;
    int tiny;
    double result;
    if (number->count == 0)
        return 0.0;
    if (number->point > 400 || number->point < -400) {
        *__errno_location() = __maymust_range_error;
        return number->point < 0 ? 0.0 : 1.0 / 0.0;
    }
    while (number->point > 0) {
        shift = number->point > 8 ? 27 : shifts[number->point];
        __maymust_shift_right(number, shift);
        exponent += shift;
    }
    while (number->point < 0 || number->digits[0] < 5) {
        shift = number->point < -8 ? 27 : number->point < 0 ? shifts[-number->point] : 1;
        __maymust_shift_left(number, shift);
        exponent -= shift;
    }
    /* The number is in [1/2, 1) * 2^exponent. */
    tiny = exponent - 1 < binary->least_exponent;
    shift = tiny ? binary->least_exponent + 1 - exponent : 0;
    exponent += shift;
    for (; shift > 27; shift -= 27)
        __maymust_shift_right(number, 27);
    if (shift > 0)
        __maymust_shift_right(number, shift);
    for (shift = binary->mantissa_bits; shift > 27; shift -= 27)
        __maymust_shift_left(number, 27);
    __maymust_shift_left(number, shift);
    mantissa = __maymust_nearest(number);
    result = __maymust_assemble(mantissa, exponent - binary->mantissa_bits, binary);
    tiny = tiny && mantissa >> (binary->mantissa_bits - 1) == 0;
    if (tiny && (number->count > number->point || number->inexact))
        *__errno_location() = __maymust_range_error;
    return result;
}

static int __maymust_lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int __maymust_begins(const char *s, const char *word)
{
    int length = 0;
    while (word[length] != 0) {
        if (__maymust_lower(s[length]) != word[length])
            return 0;
        length++;
    }
    return length;
}

/* An exponent after `letter`, if there is one: its value is added, and the place behind it returned. */
static const char *__maymust_read_exponent(const char *s, int letter, int *exponent)
{
    int value = 0;
    int negative = 0;
    const char *p = s + 1;
    if (__maymust_lower(*s) != letter)
        return s;
    if (*p == '+' || *p == '-') {
        negative = *p == '-';
        p++;
    }
    if (*p < '0' || *p > '9')
        return s;
    while (*p >= '0' && *p <= '9') {
        if (value < 100000)
            value = value * 10 + (*p - '0');
        p++;
    }
    *exponent += negative ? -value : value;
    return p;
}

static const char *__maymust_read_decimal(const char *s, struct __maymust_decimal *number)
{
    int seen = 0;
    int dotted = 0;
    number->count = 0;
    number->point = 0;
    number->inexact = 0;
    for (;; s++) {
        if (*s == '.' && !dotted) {
            dotted = 1;
            continue;
        }
        if (*s < '0' || *s > '9')
            break;
        seen = 1;
        if (*s == '0' && number->count == 0) {
            number->point -= dotted;
            continue;
        }
        if (number->count < __maymust_digit_limit)
            number->digits[number->count++] = (unsigned char)(*s - '0');
        else if (*s != '0')
            number->inexact = 1;
        number->point += !dotted;
    }
    if (!seen)
        return 0;
    if (number->count == 0)
        number->point = 0;
    s = __maymust_read_exponent(s, 'e', &number->point);
    __maymust_trim(number);
    return s;
}

static int __maymust_hex_value(int c)
{
    c = __maymust_lower(c);
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static double __maymust_round_binary(unsigned long long mantissa, int exponent, int inexact,
                                     const struct __maymust_binary *binary)
{
    int drop = 0;
    int top = 0;
    unsigned long long rest;
    unsigned long long half;
    if (mantissa == 0)
        return 0.0;
    while (top < 63 && mantissa >> top > 1)
        top++;
    if (top + 1 > binary->mantissa_bits)
        drop = top + 1 - binary->mantissa_bits;
    if (exponent + drop < binary->least_exponent + 1 - binary->mantissa_bits)
        drop = binary->least_exponent + 1 - binary->mantissa_bits - exponent;
    if (drop > 65)
        drop = 65;
    if (drop > 0) {
        rest = drop > 63 ? mantissa : mantissa & ((1ULL << drop) - 1);
        half = drop > 64 ? ~0ULL : 1ULL << (drop - 1);
        mantissa = drop > 63 ? 0 : mantissa >> drop;
        exponent += drop;
        if (rest > half || (rest == half && (inexact || (mantissa & 1))))
            mantissa++;
        if ((rest != 0 || inexact) && mantissa >> (binary->mantissa_bits - 1) == 0)
            *__errno_location() = __maymust_range_error;
    }
    if (mantissa != 0 && exponent < -1074) {
        while (exponent < -1074 && (mantissa & 1) == 0) {
            mantissa >>= 1;
            exponent++;
        }
    }
    if (exponent > 2000)
        exponent = 2000;
    return __maymust_assemble(mantissa, exponent, binary);
}

static const char *__maymust_read_hexadecimal(const char *s, double *value, const struct __maymust_binary *binary)
{
    unsigned long long mantissa = 0;
    int exponent = 0;
    int inexact = 0;
    int seen = 0;
    int dotted = 0;
    for (;; s++) {
        int digit = __maymust_hex_value(*s);
        if (*s == '.' && !dotted) {
            dotted = 1;
            continue;
        }
        if (digit < 0)
            break;
        seen = 1;
        if (mantissa >> 60 == 0) {
            mantissa = mantissa << 4 | digit;
            exponent -= 4 * dotted;
        } else {
            inexact |= digit != 0;
            exponent += 4 * !dotted;
        }
    }
    if (!seen)
        return 0;
    s = __maymust_read_exponent(s, 'p', &exponent);
    *value = __maymust_round_binary(mantissa, exponent, inexact, binary);
    return s;
}

static const char *__maymust_read_special(const char *s, double *value)
{
    union { double value; unsigned long long bits; } u;
    int length = __maymust_begins(s, "infinity");
    if (length == 0)
        length = __maymust_begins(s, "inf");
    u.bits = 0x7FF0000000000000ULL;
    if (length == 0) {
        length = __maymust_begins(s, "nan");
        u.bits = 0x7FF8000000000000ULL;
        if (length != 0 && s[3] == '(') {
            int at = 4;
            while (s[at] == '_' || (s[at] >= '0' && s[at] <= '9')
                   || (__maymust_lower(s[at]) >= 'a' && __maymust_lower(s[at]) <= 'z'))
                at++;
            if (s[at] == ')')
                length = at + 1;
        }
    }
    if (length == 0)
        return 0;
    *value = u.value;
    return s + length;
}

/* Few digits and a small power of ten: one exact operand each, so one rounding. */
static int __maymust_convert_quickly(struct __maymust_decimal *number, double *value)
{
    unsigned long long integer = 0;
    int exponent = number->point - number->count;
    double power = 1.0;
    int i;
    if (number->count > 15 || exponent > 22 || exponent < -22)
        return 0;
    for (i = 0; i < number->count; i++)
        integer = integer * 10 + number->digits[i];
    for (i = exponent < 0 ? -exponent : exponent; i > 0; i--)
        power *= 10.0;
    *value = exponent < 0 ? (double)integer / power : (double)integer * power;
    return 1;
}

/* Behind blanks and a sign. */
static const char *__maymust_read_sign(const char *p, int *negative)
{
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    *negative = *p == '-';
    return *p == '+' || *p == '-' ? p + 1 : p;
}

static double __maymust_read_float(const char *s, char **end, const struct __maymust_binary *binary)
{
    struct __maymust_decimal number;
    const char *p = s;
    const char *behind;
    double value = 0.0;
    int negative;
    p = __maymust_read_sign(p, &negative);
    behind = __maymust_read_special(p, &value);
    if (behind == 0 && p[0] == '0' && __maymust_lower(p[1]) == 'x')
        behind = __maymust_read_hexadecimal(p + 2, &value, binary);
    if (behind == 0) {
        behind = __maymust_read_decimal(p, &number);
        if (behind != 0 && (binary->mantissa_bits != 53 || !__maymust_convert_quickly(&number, &value)))
            value = __maymust_to_binary(&number, binary);
    }
    if (end != 0)
        *end = (char *)(behind != 0 ? behind : s);
    return negative && behind != 0 ? -value : value;
}

double strtod(const char *s, char **end)
{
    static const struct __maymust_binary binary64 = { 53, -1022, 1023 };
    return __maymust_read_float(s, end, &binary64);
}

float strtof(const char *s, char **end)
{
    static const struct __maymust_binary binary32 = { 24, -126, 127 };
    return (float)__maymust_read_float(s, end, &binary32);
}

/* Up to 19 digits and a power of ten up to 27 are exact: the product or quotient is rounded once. */
static long double __maymust_to_extended(struct __maymust_decimal *number)
{
    unsigned long long integer = 0;
    int exponent = number->point - number->count;
    long double power = 1.0L;
    int i;
    if (number->count == 0)
        return 0.0L;
    if (number->count > 19 || exponent > 27 || exponent < -27)
        __maymust_unsupported("strtold of many digits or a large exponent");
    for (i = 0; i < number->count; i++)
        integer = integer * 10 + number->digits[i];
    for (i = exponent < 0 ? -exponent : exponent; i > 0; i--)
        power *= 10.0L;
    return exponent < 0 ? (long double)integer / power : (long double)integer * power;
}

long double strtold(const char *s, char **end)
{
    struct __maymust_decimal number;
    const char *p = s;
    const char *behind;
    double special;
    long double value = 0.0L;
    int negative;
    p = __maymust_read_sign(p, &negative);
    behind = __maymust_read_special(p, &special);
    if (behind != 0) {
        value = special;
    } else {
        if (p[0] == '0' && __maymust_lower(p[1]) == 'x')
            __maymust_unsupported("strtold of a hexadecimal number");
        behind = __maymust_read_decimal(p, &number);
        if (behind != 0)
            value = __maymust_to_extended(&number);
    }
    if (end != 0)
        *end = (char *)(behind != 0 ? behind : s);
    return negative && behind != 0 ? -value : value;
}

double atof(const char *s)
{
    return strtod(s, 0);
}
