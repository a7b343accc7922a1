/* The formatting engine behind the printf family: conversions exactly as glibc does them in the C locale. */

typedef __builtin_va_list __maymust_arguments;

void __maymust_output(int descriptor, int byte);
int __maymust_unsupported(const char *reason);

/* Where formatted bytes go: to a descriptor, or (descriptor < 0) into a buffer as far as there is room. */
struct __maymust_sink {
    int descriptor;
    char *buffer;
    unsigned long room;
    unsigned long count;
    int failed;
};

/* One conversion: its flags, width, precision (-1: none), length modifier and letter. */
struct __maymust_conversion {
    int left;
    int plus;
    int space;
    int alternate;
    int zero;
    int width;
    int precision;
    int length;
    int letter;
};

enum {
    __maymust_length_none,
    __maymust_length_char,
    __maymust_length_short,
    __maymust_length_long,
    __maymust_length_long_long,
    __maymust_length_long_double
};

static void __maymust_emit(struct __maymust_sink *sink, int c)
{
    if (sink->descriptor >= 0)
        __maymust_output(sink->descriptor, (unsigned char)c);
    else if (sink->count < sink->room)
        sink->buffer[sink->count] = (char)c;
    sink->count++;
}

static void __maymust_emit_times(struct __maymust_sink *sink, int c, int times)
{
    while (times > 0) {
        __maymust_emit(sink, c);
        times--;
    }
}

static void __maymust_emit_text(struct __maymust_sink *sink, const char *text, int length)
{
    int i;
    for (i = 0; i < length; i++)
        __maymust_emit(sink, text[i]);
}

static void __maymust_emit_padded(struct __maymust_sink *sink, struct __maymust_conversion *how,
                                  const char *text, int length)
{
    if (!how->left)
        __maymust_emit_times(sink, ' ', how->width - length);
    __maymust_emit_text(sink, text, length);
    if (how->left)
        __maymust_emit_times(sink, ' ', how->width - length);
}

/* The sign that a number gets, or 0. */
static int __maymust_sign(struct __maymust_conversion *how, int negative)
{
    if (negative)
        return '-';
    if (how->plus)
        return '+';
    return how->space ? ' ' : 0;
}

/* Everything in front of a number's digits: spaces, sign and prefix, then zeros if those pad. */
static void __maymust_emit_front(struct __maymust_sink *sink, struct __maymust_conversion *how, int sign,
                                 const char *prefix, int digits)
{
    int padding = how->width - digits - (sign != 0);
    int i;
    for (i = 0; prefix[i] != 0; i++)
        padding--;
    if (!how->left && !how->zero)
        __maymust_emit_times(sink, ' ', padding);
    if (sign != 0)
        __maymust_emit(sink, sign);
    for (i = 0; prefix[i] != 0; i++)
        __maymust_emit(sink, prefix[i]);
    if (!how->left && how->zero)
        __maymust_emit_times(sink, '0', padding);
}

static void __maymust_format_integer(struct __maymust_sink *sink, struct __maymust_conversion *how,
                                     unsigned long long magnitude, int negative)
{
    char digits[24];
    int count = 0;
    int zeros = 0;
    int start = sink->count;
    unsigned base = 10;
    int nonzero = magnitude != 0;
    const char *letters = how->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    const char *prefix = "";
    int sign = 0;
    if (how->letter == 'd' || how->letter == 'i')
        sign = __maymust_sign(how, negative);
    if (how->letter == 'x' || how->letter == 'X' || how->letter == 'p')
        base = 16;
    if (how->letter == 'o')
        base = 8;
    while (magnitude != 0) {
        digits[count] = letters[magnitude % base];
        count++;
        magnitude /= base;
    }
    if (how->precision > count)
        zeros = how->precision - count;
    if (how->precision < 0 && count == 0)
        zeros = 1;
    if (how->precision >= 0)
        how->zero = 0;
    if (how->alternate && base == 8 && zeros == 0)
        zeros = 1;
    if (how->alternate && base == 16 && nonzero)
        prefix = how->letter == 'X' ? "0X" : "0x";
    __maymust_emit_front(sink, how, sign, prefix, zeros + count);
    __maymust_emit_times(sink, '0', zeros);
    while (count > 0) {
        count--;
        __maymust_emit(sink, digits[count]);
    }
    if (how->left)
        __maymust_emit_times(sink, ' ', how->width - ((int)sink->count - start));
}

/* A nonnegative number written out in decimal. digits[0] is room for a carry. The integral part is
   digits[begin..point], the rest up to end is the fraction. */
struct __maymust_decimal {
    char *digits;
    int begin;
    int point;
    int end;
};

static int __maymust_multiply(unsigned *limbs, int count, unsigned factor)
{
    unsigned long long carry = 0;
    int i;
    for (i = 0; i < count; i++) {
        carry += (unsigned long long)limbs[i] * factor;
        limbs[i] = (unsigned)(carry % 1000000000);
        carry /= 1000000000;
    }
    if (carry != 0) {
        limbs[count] = (unsigned)carry;
        count++;
    }
    return count;
}

/* mantissa * 2^exponent, all digits. A fraction m / 2^n is m * 5^n / 10^n. */
static void __maymust_expand(struct __maymust_decimal *number, unsigned *limbs, unsigned long long mantissa,
                             int exponent)
{
    int count = 0;
    int decimals = 0;
    int total;
    int at;
    int i;
    while (mantissa != 0 && (mantissa & 1) == 0) {
        mantissa >>= 1;
        exponent++;
    }
    if (mantissa == 0)
        exponent = 0;
    for (; mantissa != 0; mantissa /= 1000000000)
        limbs[count++] = (unsigned)(mantissa % 1000000000);
    if (exponent < 0)
        decimals = -exponent;
    for (; exponent >= 28; exponent -= 28)
        count = __maymust_multiply(limbs, count, 1u << 28);
    if (exponent > 0)
        count = __maymust_multiply(limbs, count, 1u << exponent);
    for (; exponent <= -12; exponent += 12)
        count = __maymust_multiply(limbs, count, 244140625);
    for (; exponent < 0; exponent++)
        count = __maymust_multiply(limbs, count, 5);
    total = count * 9 > decimals ? count * 9 : decimals;
    number->digits[0] = 0;
    number->point = 1 + total - decimals;
    number->end = 1 + total;
    at = number->end;
    for (i = 0; i < count; i++) {
        unsigned limb = limbs[i];
        int j;
        for (j = 0; j < 9; j++) {
            at--;
            number->digits[at] = (char)(limb % 10);
            limb /= 10;
        }
    }
    while (at > 1) {
        at--;
        number->digits[at] = 0;
    }
    number->begin = 1;
    while (number->begin < number->point && number->digits[number->begin] == 0)
        number->begin++;
}

/* Drops the digits from `cut` on, rounding to the nearest, ties to even. */
static void __maymust_round(struct __maymust_decimal *number, int cut)
{
    int up;
    int i;
    if (cut >= number->end)
        return;
    if (cut < 0)
        cut = 0;
    up = number->digits[cut] > 5;
    if (number->digits[cut] == 5) {
        up = cut > 0 && (number->digits[cut - 1] & 1);
        for (i = cut + 1; i < number->end && !up; i++)
            up = number->digits[i] != 0;
    }
    number->end = cut;
    if (!up || cut == 0)
        return;
    i = cut - 1;
    while (number->digits[i] == 9) {
        number->digits[i] = 0;
        i--;
    }
    number->digits[i]++;
    if (i < number->begin && i < number->point)
        number->begin = i;
}

static int __maymust_digit_at(struct __maymust_decimal *number, int at)
{
    return at < number->end ? '0' + number->digits[at] : '0';
}

static void __maymust_finish_float(struct __maymust_sink *sink, struct __maymust_conversion *how, int start)
{
    if (how->left)
        __maymust_emit_times(sink, ' ', how->width - ((int)sink->count - start));
}

/* [-]ddd.ddd with `decimals` digits after the point; the number is already rounded. */
static void __maymust_emit_fixed(struct __maymust_sink *sink, struct __maymust_conversion *how, int sign,
                                 struct __maymust_decimal *number, int decimals)
{
    int start = sink->count;
    int integral = number->point - number->begin;
    int dotted = decimals > 0 || how->alternate;
    int i;
    if (integral == 0)
        integral = 1;
    __maymust_emit_front(sink, how, sign, "", integral + dotted + decimals);
    if (number->begin == number->point)
        __maymust_emit(sink, '0');
    for (i = number->begin; i < number->point; i++)
        __maymust_emit(sink, __maymust_digit_at(number, i));
    if (dotted)
        __maymust_emit(sink, '.');
    for (i = 0; i < decimals; i++)
        __maymust_emit(sink, __maymust_digit_at(number, number->point + i));
    __maymust_finish_float(sink, how, start);
}

/* The place of the first digit that is not zero (of a zero: the last integral place). */
static int __maymust_leading(struct __maymust_decimal *number)
{
    int first = 0;
    while (first < number->end && number->digits[first] == 0)
        first++;
    return first < number->end ? first : number->point - 1;
}

static int __maymust_exponent_text(char *text, int letter, int exponent, int least)
{
    char reversed[8];
    int count = 0;
    int length = 2;
    text[0] = (char)letter;
    text[1] = exponent < 0 ? '-' : '+';
    if (exponent < 0)
        exponent = -exponent;
    while (exponent != 0 || count < least) {
        reversed[count++] = (char)('0' + exponent % 10);
        exponent /= 10;
    }
    while (count > 0)
        text[length++] = reversed[--count];
    return length;
}

/* [-]d.ddde±dd from the digit at `first` on; the number is already rounded. */
static void __maymust_emit_scientific(struct __maymust_sink *sink, struct __maymust_conversion *how, int sign,
                                      struct __maymust_decimal *number, int first, int decimals)
{
    char tail[10];
    int start = sink->count;
    int dotted = decimals > 0 || how->alternate;
    int letter = how->letter == 'E' || how->letter == 'G' ? 'E' : 'e';
    int tail_length = __maymust_exponent_text(tail, letter, number->point - 1 - first, 2);
    int i;
    __maymust_emit_front(sink, how, sign, "", 1 + dotted + decimals + tail_length);
    __maymust_emit(sink, __maymust_digit_at(number, first));
    if (dotted)
        __maymust_emit(sink, '.');
    for (i = 1; i <= decimals; i++)
        __maymust_emit(sink, __maymust_digit_at(number, first + i));
    __maymust_emit_text(sink, tail, tail_length);
    __maymust_finish_float(sink, how, start);
}

/* %g: the shorter of the two styles, without trailing zeros unless the alternate form is asked for. */
static void __maymust_emit_general(struct __maymust_sink *sink, struct __maymust_conversion *how, int sign,
                                   struct __maymust_decimal *number)
{
    int significant = how->precision == 0 ? 1 : how->precision;
    int first = __maymust_leading(number);
    int exponent;
    int decimals;
    __maymust_round(number, first + significant);
    first = __maymust_leading(number);
    exponent = number->point - 1 - first;
    if (!how->alternate) {
        int last = number->end - 1;
        while (last > first && number->digits[last] == 0)
            last--;
        if (significant > last - first + 1)
            significant = last > first ? last - first + 1 : 1;
    }
    if (exponent >= -4 && exponent < (how->precision == 0 ? 1 : how->precision)) {
        decimals = significant - 1 - exponent;
        __maymust_emit_fixed(sink, how, sign, number, decimals > 0 ? decimals : 0);
    } else {
        __maymust_emit_scientific(sink, how, sign, number, first, significant - 1);
    }
}

static void __maymust_format_decimal(struct __maymust_sink *sink, struct __maymust_conversion *how, int sign,
                                     struct __maymust_decimal *number)
{
    int first;
    if (how->precision < 0)
        how->precision = 6;
    if (how->letter == 'f' || how->letter == 'F') {
        __maymust_round(number, number->point + how->precision);
        __maymust_emit_fixed(sink, how, sign, number, how->precision);
    } else if (how->letter == 'e' || how->letter == 'E') {
        __maymust_round(number, __maymust_leading(number) + 1 + how->precision);
        first = __maymust_leading(number);
        __maymust_emit_scientific(sink, how, sign, number, first, how->precision);
    } else {
        __maymust_emit_general(sink, how, sign, number);
    }
}

static void __maymust_format_special(struct __maymust_sink *sink, struct __maymust_conversion *how, int sign,
                                     int is_nan)
{
    int upper = how->letter < 'a';
    const char *text = is_nan ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
    int start = sink->count;
    how->zero = 0;
    __maymust_emit_front(sink, how, sign, "", 3);
    __maymust_emit_text(sink, text, 3);
    __maymust_finish_float(sink, how, start);
}

/* %a: `lead` is the digit in front of the point, `fraction` holds `places` hexadecimal digits, leftmost on top. */
static void __maymust_format_hexadecimal(struct __maymust_sink *sink, struct __maymust_conversion *how, int sign,
                                         unsigned lead, unsigned long long fraction, int places, int exponent)
{
    const char *letters = how->letter == 'A' ? "0123456789ABCDEF" : "0123456789abcdef";
    char tail[10];
    int start = sink->count;
    int decimals = how->precision;
    int tail_length;
    int dotted;
    int i;
    if (decimals < 0) {
        decimals = places;
        for (i = 64 - 4 * places; decimals > 0 && (fraction >> i & 15) == 0; i += 4)
            decimals--;
    } else if (decimals < places) {
        unsigned long long rest = fraction << (4 * decimals);
        unsigned long long unit = decimals == 0 ? 0 : 1ULL << (64 - 4 * decimals);
        int odd = decimals == 0 ? lead & 1 : (fraction & unit) != 0;
        fraction = decimals == 0 ? 0 : fraction & ~(unit - 1);
        if (rest > 1ULL << 63 || (rest == 1ULL << 63 && odd)) {
            fraction += unit;
            if (fraction == 0)
                lead++;
        }
        if (lead == 16) {
            lead = 1;
            exponent += 4;
        }
    }
    dotted = decimals > 0 || how->alternate;
    tail_length = __maymust_exponent_text(tail, how->letter == 'A' ? 'P' : 'p', exponent, 1);
    __maymust_emit_front(sink, how, sign, how->letter == 'A' ? "0X" : "0x", 1 + dotted + decimals + tail_length);
    __maymust_emit(sink, letters[lead]);
    if (dotted)
        __maymust_emit(sink, '.');
    for (i = 0; i < decimals; i++)
        __maymust_emit(sink, i < 16 ? letters[fraction >> (60 - 4 * i) & 15] : '0');
    __maymust_emit_text(sink, tail, tail_length);
    __maymust_finish_float(sink, how, start);
}

union __maymust_double_bits {
    double value;
    unsigned long long bits;
};

void __maymust_format_double(struct __maymust_sink *sink, struct __maymust_conversion *how, double value)
{
    unsigned limbs[160];
    char digits[1500];
    struct __maymust_decimal number;
    union __maymust_double_bits u;
    unsigned long long mantissa;
    int biased;
    int sign;
    u.value = value;
    sign = __maymust_sign(how, (int)(u.bits >> 63));
    biased = (int)(u.bits >> 52 & 2047);
    mantissa = u.bits & 0xFFFFFFFFFFFFFULL;
    if (biased == 2047) {
        __maymust_format_special(sink, how, sign, mantissa != 0);
        return;
    }
    if (how->letter == 'a' || how->letter == 'A') {
        int exponent = biased != 0 ? biased - 1023 : mantissa != 0 ? -1022 : 0;
        __maymust_format_hexadecimal(sink, how, sign, biased != 0, mantissa << 12, 13, exponent);
        return;
    }
    number.digits = digits;
    if (biased != 0)
        __maymust_expand(&number, limbs, mantissa | 0x10000000000000ULL, biased - 1075);
    else
        __maymust_expand(&number, limbs, mantissa, -1074);
    __maymust_format_decimal(sink, how, sign, &number);
}

union __maymust_long_double_bits {
    long double value;
    struct {
        unsigned long long mantissa;
        unsigned short sign_exponent;
    } parts;
};

void __maymust_format_long_double(struct __maymust_sink *sink, struct __maymust_conversion *how,
                                  long double value)
{
    unsigned limbs[1900];
    char digits[17200];
    struct __maymust_decimal number;
    union __maymust_long_double_bits u;
    unsigned long long mantissa;
    int biased;
    int sign;
    u.value = value;
    sign = __maymust_sign(how, u.parts.sign_exponent >> 15);
    biased = u.parts.sign_exponent & 32767;
    mantissa = u.parts.mantissa;
    if (biased == 32767) {
        __maymust_format_special(sink, how, sign, mantissa << 1 != 0);
        return;
    }
    if (biased == 0)
        biased = 1;
    if (how->letter == 'a' || how->letter == 'A') {
        int exponent = mantissa != 0 ? biased - 16383 - 3 : 0;
        __maymust_format_hexadecimal(sink, how, sign, (unsigned)(mantissa >> 60), mantissa << 4, 15, exponent);
        return;
    }
    number.digits = digits;
    __maymust_expand(&number, limbs, mantissa, biased - 16383 - 63);
    __maymust_format_decimal(sink, how, sign, &number);
}

static void __maymust_format_string(struct __maymust_sink *sink, struct __maymust_conversion *how,
                                    const char *text)
{
    int length = 0;
    if (text == 0)
        text = how->precision >= 0 && how->precision < 6 ? "" : "(null)";
    while ((how->precision < 0 || length < how->precision) && text[length] != 0)
        length++;
    __maymust_emit_padded(sink, how, text, length);
}

/* Wide characters of the C locale are the ASCII ones: another one, and nothing more is printed. */
static int __maymust_narrow(struct __maymust_sink *sink, int wide)
{
    if (wide < 0 || wide > 127)
        sink->failed = 1;
    return wide;
}

static void __maymust_format_wide_string(struct __maymust_sink *sink, struct __maymust_conversion *how,
                                         const int *text)
{
    int length = 0;
    int i;
    if (text == 0) {
        __maymust_format_string(sink, how, 0);
        return;
    }
    while ((how->precision < 0 || length < how->precision) && text[length] != 0)
        length++;
    for (i = 0; i < length; i++)
        __maymust_narrow(sink, text[i]);
    if (sink->failed)
        return;
    if (!how->left)
        __maymust_emit_times(sink, ' ', how->width - length);
    for (i = 0; i < length; i++)
        __maymust_emit(sink, text[i]);
    if (how->left)
        __maymust_emit_times(sink, ' ', how->width - length);
}

static void __maymust_format_pointer(struct __maymust_sink *sink, struct __maymust_conversion *how,
                                     const void *pointer)
{
    if (pointer == 0) {
        __maymust_emit_padded(sink, how, "(nil)", 5);
        return;
    }
    how->alternate = 1;
    __maymust_format_integer(sink, how, (unsigned long)pointer, 0);
}

static const char *__maymust_read_flags(const char *format, struct __maymust_conversion *how)
{
    how->left = 0;
    how->plus = 0;
    how->space = 0;
    how->alternate = 0;
    how->zero = 0;
    for (;;) {
        if (*format == '-')
            how->left = 1;
        else if (*format == '+')
            how->plus = 1;
        else if (*format == ' ')
            how->space = 1;
        else if (*format == '#')
            how->alternate = 1;
        else if (*format == '0')
            how->zero = 1;
        else if (*format != '\'' && *format != 'I')
            return format;
        format++;
    }
}

static const char *__maymust_read_number(const char *format, int *number)
{
    *number = 0;
    while (*format >= '0' && *format <= '9') {
        *number = *number * 10 + (*format - '0');
        format++;
    }
    return format;
}

static const char *__maymust_read_length(const char *format, struct __maymust_conversion *how)
{
    int length = __maymust_length_none;
    if (format[0] == 'h') {
        length = format[1] == 'h' ? __maymust_length_char : __maymust_length_short;
        format += format[1] == 'h' ? 2 : 1;
    } else if (format[0] == 'l') {
        length = format[1] == 'l' ? __maymust_length_long_long : __maymust_length_long;
        format += format[1] == 'l' ? 2 : 1;
    } else if (format[0] == 'q' || format[0] == 'j') {
        length = __maymust_length_long_long;
        format++;
    } else if (format[0] == 'z' || format[0] == 'Z' || format[0] == 't') {
        length = __maymust_length_long;
        format++;
    } else if (format[0] == 'L') {
        length = __maymust_length_long_double;
        format++;
    }
    how->length = length;
    return format;
}

static void __maymust_format_signed(struct __maymust_sink *sink, struct __maymust_conversion *how,
                                    long long value)
{
    __maymust_format_integer(sink, how, value < 0 ? -(unsigned long long)value : (unsigned long long)value,
                             value < 0);
}

/* Reads a format in advance, so that what is not modelled shows before anything is done: of a constant format, by reading
   constants. */
static void __maymust_scan(const char *format)
{
    enum { text, flags, width, after_width, after_point, precision, length, after_h, after_l, letter } state = text;
    for (; *format != 0; format++) {
        int c = *format;
        int is_digit = c >= '0' && c <= '9';
        if (state == text) {
            if (c == '%')
                state = flags;
            continue;
        }
        if (state == flags) {
            if (c == '-' || c == '+' || c == ' ' || c == '#' || c == '0' || c == '\'' || c == 'I')
                continue;
            if (c == '*') {
                state = after_width;
                continue;
            }
            state = width;
        }
        if (c == '$' && (state == width || state == after_point || state == precision))
            __maymust_unsupported("numbered arguments in a printf format");
        if (state == width) {
            if (is_digit)
                continue;
            state = after_width;
        }
        if (state == after_width) {
            if (c == '.') {
                state = after_point;
                continue;
            }
            state = length;
        }
        if (state == after_point) {
            if (c == '*') {
                state = length;
                continue;
            }
            state = precision;
        }
        if (state == precision) {
            if (is_digit)
                continue;
            state = length;
        }
        if (state == length) {
            if (c == 'h' || c == 'l') {
                state = c == 'h' ? after_h : after_l;
                continue;
            }
            if (c == 'q' || c == 'j' || c == 'z' || c == 'Z' || c == 't' || c == 'L') {
                state = letter;
                continue;
            }
        } else if ((state == after_h && c == 'h') || (state == after_l && c == 'l')) {
            state = letter;
            continue;
        }
        switch (c) {
        case '%': case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p': case 'n': case 'c': case 'C':
        case 's': case 'S': case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
            break;
        default:
            __maymust_unsupported("an unknown conversion in a printf format");
        }
        state = text;
    }
    if (state != text)
        __maymust_unsupported("an unknown conversion in a printf format");
}

/* Formats into the sink. All reading of arguments is in this one function. */
void __maymust_format(struct __maymust_sink *sink, const char *format, __maymust_arguments arguments)
{
    struct __maymust_conversion how;
    __maymust_scan(format);
    while (*format != 0 && !sink->failed) {
        if (*format != '%') {
            __maymust_emit(sink, *format);
            format++;
            continue;
        }
        format = __maymust_read_flags(format + 1, &how);
        if (*format == '*') {
            how.width = __builtin_va_arg(arguments, int);
            if (how.width < 0) {
                how.left = 1;
                how.width = -how.width;
            }
            format++;
        } else {
            format = __maymust_read_number(format, &how.width);
        }
        how.precision = -1;
        if (*format == '.') {
            format++;
            if (*format == '*') {
                how.precision = __builtin_va_arg(arguments, int);
                if (how.precision < 0)
                    how.precision = -1;
                format++;
            } else {
                format = __maymust_read_number(format, &how.precision);
            }
        }
        format = __maymust_read_length(format, &how);
        how.letter = *format;
        if (*format != 0)
            format++;
        switch (how.letter) {
        case '%':
            __maymust_emit(sink, '%');
            break;
        case 'd':
        case 'i':
            if (how.length == __maymust_length_long)
                __maymust_format_signed(sink, &how, __builtin_va_arg(arguments, long));
            else if (how.length >= __maymust_length_long_long)
                __maymust_format_signed(sink, &how, __builtin_va_arg(arguments, long long));
            else if (how.length == __maymust_length_char)
                __maymust_format_signed(sink, &how, (signed char)__builtin_va_arg(arguments, int));
            else if (how.length == __maymust_length_short)
                __maymust_format_signed(sink, &how, (short)__builtin_va_arg(arguments, int));
            else
                __maymust_format_signed(sink, &how, __builtin_va_arg(arguments, int));
            break;
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            if (how.length == __maymust_length_long)
                __maymust_format_integer(sink, &how, __builtin_va_arg(arguments, unsigned long), 0);
            else if (how.length >= __maymust_length_long_long)
                __maymust_format_integer(sink, &how, __builtin_va_arg(arguments, unsigned long long), 0);
            else if (how.length == __maymust_length_char)
                __maymust_format_integer(sink, &how, (unsigned char)__builtin_va_arg(arguments, unsigned), 0);
            else if (how.length == __maymust_length_short)
                __maymust_format_integer(sink, &how, (unsigned short)__builtin_va_arg(arguments, unsigned), 0);
            else
                __maymust_format_integer(sink, &how, __builtin_va_arg(arguments, unsigned), 0);
            break;
        case 'C':
        case 'c': {
            int wide = __builtin_va_arg(arguments, int);
            char c = (char)wide;
            if (how.length == __maymust_length_long || how.letter == 'C')
                __maymust_narrow(sink, wide);
            if (!sink->failed)
                __maymust_emit_padded(sink, &how, &c, 1);
            break;
        }
        case 's':
            if (how.length == __maymust_length_long)
                __maymust_format_wide_string(sink, &how, __builtin_va_arg(arguments, const int *));
            else
                __maymust_format_string(sink, &how, __builtin_va_arg(arguments, const char *));
            break;
        case 'S':
            __maymust_format_wide_string(sink, &how, __builtin_va_arg(arguments, const int *));
            break;
        case 'p':
            __maymust_format_pointer(sink, &how, __builtin_va_arg(arguments, const void *));
            break;
        case 'n':
            if (how.length == __maymust_length_long)
                *__builtin_va_arg(arguments, long *) = (long)sink->count;
            else if (how.length == __maymust_length_long_long)
                *__builtin_va_arg(arguments, long long *) = (long long)sink->count;
            else if (how.length == __maymust_length_char)
                *__builtin_va_arg(arguments, signed char *) = (signed char)sink->count;
            else if (how.length == __maymust_length_short)
                *__builtin_va_arg(arguments, short *) = (short)sink->count;
            else
                *__builtin_va_arg(arguments, int *) = (int)sink->count;
            break;
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            if (how.length == __maymust_length_long_double)
                __maymust_format_long_double(sink, &how, __builtin_va_arg(arguments, long double));
            else
                __maymust_format_double(sink, &how, __builtin_va_arg(arguments, double));
            break;
        default:
            return;
        }
    }
}
