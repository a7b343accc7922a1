/* Models of the scanf family: one engine that reads from a stream or from a string. */

typedef __builtin_va_list __maymust_arguments;

struct _IO_FILE;

extern struct _IO_FILE *stdin;
int fgetc(struct _IO_FILE *stream);
int ungetc(int c, struct _IO_FILE *stream);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
int __maymust_unsupported(const char *reason);

/* Where bytes come from: a stream, or (stream 0) a string. */
struct __maymust_source {
    struct _IO_FILE *stream;
    const char *text;
    int taken;
    /* How many more bytes the conversion at hand may take. */
    int room;
};

static int __maymust_take(struct __maymust_source *source)
{
    int c;
    if (source->stream != 0) {
        c = fgetc(source->stream);
        if (c < 0)
            return -1;
    } else {
        c = (unsigned char)*source->text;
        if (c == 0)
            return -1;
        source->text++;
    }
    source->taken++;
    source->room--;
    return c;
}

static void __maymust_give_back(struct __maymust_source *source, int c)
{
    if (c < 0)
        return;
    source->taken--;
    source->room++;
    if (source->stream != 0)
        ungetc(c, source->stream);
    else
        source->text--;
}

static int __maymust_is_space(int c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

/* Skips white space; the next byte stays. Gives it, or -1 at the end. */
static int __maymust_skip(struct __maymust_source *source)
{
    int c = __maymust_take(source);
    while (__maymust_is_space(c))
        c = __maymust_take(source);
    __maymust_give_back(source, c);
    return c;
}

static int __maymust_digit(int c, int base)
{
    int value = 99;
    if (c >= '0' && c <= '9')
        value = c - '0';
    else if (c >= 'a' && c <= 'f')
        value = c - 'a' + 10;
    else if (c >= 'A' && c <= 'F')
        value = c - 'A' + 10;
    return value < base ? value : -1;
}

static void __maymust_put(void *to, int size, unsigned long long value)
{
    if (size == 1)
        *(unsigned char *)to = (unsigned char)value;
    else if (size == 2)
        *(unsigned short *)to = (unsigned short)value;
    else if (size == 4)
        *(unsigned int *)to = (unsigned int)value;
    else
        *(unsigned long long *)to = value;
}

/* What strtol or strtoul (for `wide`, strtoll or strtoull) make of a number. */
static unsigned long long __maymust_clamp(unsigned long long value, int over, int negative, int is_signed, int wide)
{
    unsigned long long most = wide ? ~0ULL : (unsigned long long)~0UL;
    if (!is_signed) {
        if (over || value > most)
            return most;
        return negative ? -value : value;
    }
    most = most >> 1;
    if (negative)
        return over || value > most + 1 ? -(most + 1) : -value;
    return over || value > most ? most : value;
}

/* Reads a number; gives 1 if there is one. */
static int __maymust_scan_number(struct __maymust_source *source, int base, int is_signed, int wide,
                                 unsigned long long *result)
{
    unsigned long long value = 0;
    int negative = 0, digits = 0, over = 0;
    int c = __maymust_take(source);
    if ((c == '-' || c == '+') && source->room > 0) {
        negative = c == '-';
        c = __maymust_take(source);
    }
    if (c == '0' && (base == 0 || base == 16)) {
        digits = 1;
        c = source->room > 0 ? __maymust_take(source) : -2;
        if (c == 'x' || c == 'X') {
            digits = 0;
            base = 16;
            c = source->room > 0 ? __maymust_take(source) : -2;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    while (c >= 0 && __maymust_digit(c, base) >= 0) {
        unsigned long long digit = (unsigned long long)__maymust_digit(c, base);
        digits++;
        if (value > (~0ULL - digit) / (unsigned long long)base)
            over = 1;
        else
            value = value * (unsigned long long)base + digit;
        c = source->room > 0 ? __maymust_take(source) : -2;
    }
    __maymust_give_back(source, c);
    *result = __maymust_clamp(value, over, negative, is_signed, wide);
    return digits > 0;
}

/* Reads what looks like a decimal float into a buffer; gives its length, 0 if there is none. */
static int __maymust_scan_float(struct __maymust_source *source, char *buffer)
{
    int length = 0, digits = 0, seen_point = 0, seen_exponent = 0;
    int c = __maymust_take(source);
    for (;;) {
        int is_sign = c == '-' || c == '+';
        if (c >= '0' && c <= '9') {
            digits += !seen_exponent;
        } else if (is_sign && (length == 0 || (seen_exponent && buffer[length - 1] == 'e'))) {
        } else if (c == '.' && !seen_point && !seen_exponent) {
            seen_point = 1;
        } else if ((c == 'e' || c == 'E') && digits > 0 && !seen_exponent) {
            seen_exponent = 1;
            c = 'e';
        } else {
            break;
        }
        if (length > 100)
            __maymust_unsupported("a float of more than 100 characters in scanf");
        buffer[length] = (char)c;
        length++;
        c = source->room > 0 ? __maymust_take(source) : -2;
    }
    if ((c == 'x' || c == 'X') && digits == 1 && buffer[length - 1] == '0')
        __maymust_unsupported("a hexadecimal float in scanf");
    if (digits == 0 && (c == 'i' || c == 'I' || c == 'n' || c == 'N'))
        __maymust_unsupported("infinity or NaN in scanf");
    __maymust_give_back(source, c);
    buffer[length] = 0;
    /* glibc takes an exponent without digits for none. */
    return digits == 0 ? 0 : length;
}

/* Is a byte in the set that starts behind `[` in the format? Gives where the set ends too. */
static int __maymust_in_set(const char *set, int c, const char **end)
{
    int inverted = 0, found = 0, first = 1;
    if (*set == '^') {
        inverted = 1;
        set++;
    }
    while (*set != 0 && (*set != ']' || first)) {
        first = 0;
        if (set[1] == '-' && set[2] != ']' && set[2] != 0) {
            found |= c >= (unsigned char)set[0] && c <= (unsigned char)set[2];
            set += 3;
        } else {
            found |= c == (unsigned char)*set;
            set++;
        }
    }
    *end = *set == ']' ? set + 1 : set;
    return found != inverted;
}

/* Reads characters: those of a word, of a set, or as many as there is room for. Gives how many. */
static int __maymust_scan_text(struct __maymust_source *source, int conversion, const char *set, char *to)
{
    const char *end;
    int count = 0;
    while (source->room > 0) {
        int c = __maymust_take(source);
        if (c < 0)
            break;
        if ((conversion == 's' && __maymust_is_space(c)) ||
            (conversion == '[' && !__maymust_in_set(set, c, &end))) {
            __maymust_give_back(source, c);
            break;
        }
        if (to != 0)
            to[count] = (char)c;
        count++;
    }
    if (to != 0 && conversion != 'c' && count > 0)
        to[count] = 0;
    return count;
}

static int __maymust_size_of(int conversion, int length)
{
    if (length == -2)
        return 1;
    if (length == -1)
        return 2;
    if (length == 1)
        return (int)sizeof(long);
    if (length == 2)
        return 8;
    return conversion == 'p' ? (int)sizeof(void *) : 4;
}

static int __maymust_base_of(int conversion)
{
    if (conversion == 'i')
        return 0;
    if (conversion == 'o')
        return 8;
    return conversion == 'x' || conversion == 'X' ? 16 : 10;
}

static int __maymust_scan(struct __maymust_source *source, const char *format, __maymust_arguments arguments)
{
    int assigned = 0;
    while (*format != 0) {
        int c = (unsigned char)*format, skip = 0, width = 0, length = 0, conversion, done;
        const char *set = 0;
        void *to = 0;
        format++;
        source->room = 2147483647;
        if (__maymust_is_space(c)) {
            __maymust_skip(source);
            continue;
        }
        if (c != '%' || *format == '%') {
            int next = c == '%' ? __maymust_skip(source) : 0;
            next = __maymust_take(source);
            if (next != c) {
                __maymust_give_back(source, next);
                return next < 0 && assigned == 0 ? -1 : assigned;
            }
            if (c == '%')
                format++;
            continue;
        }
        if (*format == '*') {
            skip = 1;
            format++;
        }
        while (*format >= '0' && *format <= '9') {
            width = width * 10 + (*format - '0');
            format++;
        }
        for (;; format++) {
            if (*format == 'h')
                length--;
            else if (*format == 'l')
                length++;
            else if (*format == 'L' || *format == 'q')
                length = 2;
            else if (*format == 'j')
                length = 2;
            else if (*format == 'z' || *format == 't')
                length = 1;
            else
                break;
        }
        conversion = (unsigned char)*format;
        if (conversion == 0)
            return assigned;
        format++;
        if (conversion == '[') {
            set = format;
            __maymust_in_set(set, 0, &format);
        }
        if (!skip)
            to = __builtin_va_arg(arguments, void *);
        if (conversion == 'n') {
            if (to != 0)
                __maymust_put(to, __maymust_size_of('d', length), (unsigned long long)source->taken);
            continue;
        }
        if (conversion != 'c' && conversion != '[' && __maymust_skip(source) < 0)
            return assigned == 0 ? -1 : assigned;
        if (width > 0)
            source->room = width;
        else if (conversion == 'c')
            source->room = 1;
        if (conversion == 'd' || conversion == 'i' || conversion == 'u' || conversion == 'x' || conversion == 'X' ||
            conversion == 'o') {
            unsigned long long value;
            int size = __maymust_size_of(conversion, length);
            int is_signed = conversion == 'd' || conversion == 'i';
            done = __maymust_scan_number(source, __maymust_base_of(conversion), is_signed, length == 2, &value);
            if (done && to != 0)
                __maymust_put(to, size, value);
        } else if (conversion == 's' || conversion == 'c' || conversion == '[') {
            int wanted = source->room;
            int count;
            if (length > 0)
                __maymust_unsupported("wide characters in scanf");
            count = __maymust_scan_text(source, conversion, set, to);
            done = conversion == 'c' ? count == wanted : count > 0;
            if (!done && count == 0) {
                source->room = 2147483647;
                c = __maymust_take(source);
                __maymust_give_back(source, c);
                if (c < 0)
                    return assigned == 0 ? -1 : assigned;
            }
        } else if (conversion == 'f' || conversion == 'e' || conversion == 'g' || conversion == 'E' ||
                   conversion == 'G' || conversion == 'F') {
            char buffer[104];
            done = __maymust_scan_float(source, buffer) > 0;
            if (done && to != 0) {
                if (length == 2)
                    __maymust_unsupported("long double in scanf");
                else if (length == 1)
                    *(double *)to = strtod(buffer, 0);
                else
                    *(float *)to = strtof(buffer, 0);
            }
        } else {
            __maymust_unsupported("a conversion of scanf");
            return assigned;
        }
        if (!done)
            return assigned;
        assigned += !skip;
    }
    return assigned;
}

int vfscanf(struct _IO_FILE *stream, const char *format, __maymust_arguments arguments)
{
    struct __maymust_source source;
    source.stream = stream;
    source.text = 0;
    source.taken = 0;
    source.room = 0;
    return __maymust_scan(&source, format, arguments);
}

int vscanf(const char *format, __maymust_arguments arguments)
{
    return vfscanf(stdin, format, arguments);
}

int vsscanf(const char *text, const char *format, __maymust_arguments arguments)
{
    struct __maymust_source source;
    source.stream = 0;
    source.text = text;
    source.taken = 0;
    source.room = 0;
    return __maymust_scan(&source, format, arguments);
}

int fscanf(struct _IO_FILE *stream, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vfscanf(stream, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int scanf(const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vscanf(format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int sscanf(const char *text, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return count;
}
