/* Models of the printf family, on top of the formatting engine in format.c. */

typedef __builtin_va_list __maymust_arguments;

struct _IO_FILE;

struct __maymust_sink {
    int descriptor;
    char *buffer;
    unsigned long room;
    unsigned long count;
    int failed;
};

void __maymust_format(struct __maymust_sink *sink, const char *format, __maymust_arguments arguments);
void __maymust_check(int condition, const char *kind_and_message);
int __maymust_descriptor(struct _IO_FILE *stream);
int __maymust_stream_fails(struct _IO_FILE *stream);
int *__errno_location(void);
void *malloc(unsigned long size);

enum { __maymust_eilseq = 84 };

/* What a function of the family returns. */
static int __maymust_printed(struct __maymust_sink *sink)
{
    if (sink->failed) {
        *__errno_location() = __maymust_eilseq;
        return -1;
    }
    return (int)sink->count;
}

static int __maymust_print(int descriptor, const char *format, __maymust_arguments arguments)
{
    struct __maymust_sink sink;
    sink.descriptor = descriptor;
    sink.buffer = 0;
    sink.room = 0;
    sink.count = 0;
    sink.failed = 0;
    if (descriptor == 0)
        return -1;
    /* What is written to files is counted and forgotten. */
    if (descriptor > 2)
        sink.descriptor = -1;
    __maymust_format(&sink, format, arguments);
    return __maymust_printed(&sink);
}

/* Formats into a buffer of `size` bytes, of which the last one that is used is a zero. */
static int __maymust_print_into(char *buffer, unsigned long size, const char *format,
                                __maymust_arguments arguments)
{
    struct __maymust_sink sink;
    sink.descriptor = -1;
    sink.buffer = buffer;
    sink.room = size > 0 ? size - 1 : 0;
    sink.count = 0;
    sink.failed = 0;
    __maymust_format(&sink, format, arguments);
    if (size > 0)
        buffer[sink.count < sink.room ? sink.count : sink.room] = 0;
    return __maymust_printed(&sink);
}

int vprintf(const char *format, __maymust_arguments arguments)
{
    return __maymust_print(1, format, arguments);
}

int printf(const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vprintf(format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int vfprintf(struct _IO_FILE *stream, const char *format, __maymust_arguments arguments)
{
    int count = __maymust_print(__maymust_descriptor(stream), format, arguments);
    return __maymust_stream_fails(stream) ? -1 : count;
}

int fprintf(struct _IO_FILE *stream, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vfprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int vdprintf(int descriptor, const char *format, __maymust_arguments arguments)
{
    return __maymust_print(descriptor, format, arguments);
}

int dprintf(int descriptor, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vdprintf(descriptor, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int vsnprintf(char *buffer, unsigned long size, const char *format, __maymust_arguments arguments)
{
    return __maymust_print_into(buffer, size, format, arguments);
}

int snprintf(char *buffer, unsigned long size, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vsnprintf(buffer, size, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int vsprintf(char *buffer, const char *format, __maymust_arguments arguments)
{
    return __maymust_print_into(buffer, ~0ul >> 1, format, arguments);
}

int sprintf(char *buffer, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vsprintf(buffer, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __vprintf_chk(int flag, const char *format, __maymust_arguments arguments)
{
    return __maymust_print(1, format, arguments);
}

int __printf_chk(int flag, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __vprintf_chk(flag, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __vfprintf_chk(struct _IO_FILE *stream, int flag, const char *format, __maymust_arguments arguments)
{
    return vfprintf(stream, format, arguments);
}

int __fprintf_chk(struct _IO_FILE *stream, int flag, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __vfprintf_chk(stream, flag, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __vsnprintf_chk(char *buffer, unsigned long size, int flag, unsigned long object_size, const char *format, __maymust_arguments arguments)
{
    __maymust_check(size <= object_size, "bounds: snprintf past the end of its buffer");
    return __maymust_print_into(buffer, size, format, arguments);
}

int __snprintf_chk(char *buffer, unsigned long size, int flag, unsigned long object_size, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __vsnprintf_chk(buffer, size, flag, object_size, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __vsprintf_chk(char *buffer, int flag, unsigned long object_size, const char *format, __maymust_arguments arguments)
{
    int count = __maymust_print_into(buffer, object_size, format, arguments);
    __maymust_check(count >= 0 && (unsigned long)count < object_size, "bounds: sprintf past the end of its buffer");
    return count;
}

int __sprintf_chk(char *buffer, int flag, unsigned long object_size, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = __vsprintf_chk(buffer, flag, object_size, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int vasprintf(char **result, const char *format, __maymust_arguments arguments)
{
    __maymust_arguments again;
    int count;
    __builtin_va_copy(again, arguments);
    count = __maymust_print_into(0, 0, format, again);
    __builtin_va_end(again);
    *result = malloc((unsigned long)count + 1);
    if (*result == 0)
        return -1;
    return __maymust_print_into(*result, (unsigned long)count + 1, format, arguments);
}

int asprintf(char **result, const char *format, ...)
{
    __maymust_arguments arguments;
    int count;
    __builtin_va_start(arguments, format);
    count = vasprintf(result, format, arguments);
    __builtin_va_end(arguments);
    return count;
}
