/* Models of <stdio.h> on the three standard streams. The printf family is in printf.c. */

struct _IO_FILE {
    int descriptor;
    int pushed_back;
    int at_end;
};

void __maymust_output(int descriptor, int byte);
int __maymust_input(void);
int __maymust_unsupported(const char *reason);

static struct _IO_FILE __maymust_stdin = { 0, -1, 0 };
static struct _IO_FILE __maymust_stdout = { 1, -1, 0 };
static struct _IO_FILE __maymust_stderr = { 2, -1, 0 };

struct _IO_FILE *stdin = &__maymust_stdin;
struct _IO_FILE *stdout = &__maymust_stdout;
struct _IO_FILE *stderr = &__maymust_stderr;

int __maymust_descriptor(struct _IO_FILE *stream)
{
    return stream->descriptor;
}

int fputc(int c, struct _IO_FILE *stream)
{
    if (stream->descriptor == 0)
        return -1;
    __maymust_output(stream->descriptor, (unsigned char)c);
    return (unsigned char)c;
}

int putc(int c, struct _IO_FILE *stream)
{
    return fputc(c, stream);
}

int _IO_putc(int c, struct _IO_FILE *stream)
{
    return fputc(c, stream);
}

int putc_unlocked(int c, struct _IO_FILE *stream)
{
    return fputc(c, stream);
}

int fputc_unlocked(int c, struct _IO_FILE *stream)
{
    return fputc(c, stream);
}

int putchar(int c)
{
    return fputc(c, stdout);
}

int putchar_unlocked(int c)
{
    return fputc(c, stdout);
}

int fputs(const char *text, struct _IO_FILE *stream)
{
    if (stream->descriptor == 0)
        return -1;
    while (*text != 0) {
        __maymust_output(stream->descriptor, (unsigned char)*text);
        text++;
    }
    return 1;
}

int fputs_unlocked(const char *text, struct _IO_FILE *stream)
{
    return fputs(text, stream);
}

int puts(const char *text)
{
    int length = 0;
    while (text[length] != 0) {
        fputc(text[length], stdout);
        length++;
    }
    fputc('\n', stdout);
    return length + 1;
}

unsigned long fwrite(const void *from, unsigned long size, unsigned long count, struct _IO_FILE *stream)
{
    const unsigned char *bytes = from;
    unsigned long i;
    if (size == 0 || count == 0 || stream->descriptor == 0)
        return 0;
    for (i = 0; i < size * count; i++)
        __maymust_output(stream->descriptor, bytes[i]);
    return count;
}

unsigned long fwrite_unlocked(const void *from, unsigned long size, unsigned long count, struct _IO_FILE *stream)
{
    return fwrite(from, size, count, stream);
}

long write(int descriptor, const void *from, unsigned long size)
{
    const unsigned char *bytes = from;
    unsigned long i;
    if (descriptor != 1 && descriptor != 2)
        __maymust_unsupported("write to a descriptor other than 1 and 2");
    for (i = 0; i < size; i++)
        __maymust_output(descriptor, bytes[i]);
    return (long)size;
}

int fflush(struct _IO_FILE *stream)
{
    return 0;
}

int fclose(struct _IO_FILE *stream)
{
    return 0;
}

void setbuf(struct _IO_FILE *stream, char *buffer)
{
}

int setvbuf(struct _IO_FILE *stream, char *buffer, int mode, unsigned long size)
{
    return 0;
}

void setlinebuf(struct _IO_FILE *stream)
{
}

int fileno(struct _IO_FILE *stream)
{
    return stream->descriptor;
}

int ferror(struct _IO_FILE *stream)
{
    return 0;
}

int feof(struct _IO_FILE *stream)
{
    return stream->at_end;
}

void clearerr(struct _IO_FILE *stream)
{
    stream->at_end = 0;
}

int fgetc(struct _IO_FILE *stream)
{
    int c;
    if (stream->descriptor != 0)
        return -1;
    c = stream->pushed_back;
    if (c >= 0) {
        stream->pushed_back = -1;
        return c;
    }
    if (!stream->at_end)
        c = __maymust_input();
    if (c < 0)
        stream->at_end = 1;
    return c;
}

int getc(struct _IO_FILE *stream)
{
    return fgetc(stream);
}

int _IO_getc(struct _IO_FILE *stream)
{
    return fgetc(stream);
}

int getc_unlocked(struct _IO_FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    return fgetc(stdin);
}

int getchar_unlocked(void)
{
    return fgetc(stdin);
}

int ungetc(int c, struct _IO_FILE *stream)
{
    if (c < 0 || stream->descriptor != 0)
        return -1;
    if (stream->pushed_back >= 0)
        __maymust_unsupported("ungetc of a second character");
    stream->pushed_back = (unsigned char)c;
    stream->at_end = 0;
    return (unsigned char)c;
}

char *fgets(char *line, int size, struct _IO_FILE *stream)
{
    int length = 0;
    if (size <= 0)
        return 0;
    while (length < size - 1) {
        int c = fgetc(stream);
        if (c < 0)
            break;
        line[length] = (char)c;
        length++;
        if (c == '\n')
            break;
    }
    if (length == 0 && size > 1)
        return 0;
    line[length] = 0;
    return line;
}

unsigned long fread(void *to, unsigned long size, unsigned long count, struct _IO_FILE *stream)
{
    unsigned char *bytes = to;
    unsigned long done = 0;
    if (size == 0)
        return 0;
    while (done < size * count) {
        int c = fgetc(stream);
        if (c < 0)
            break;
        bytes[done] = (unsigned char)c;
        done++;
    }
    return done / size;
}
