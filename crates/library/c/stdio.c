/* Models of <stdio.h>: the three standard streams, which always work, and files, which may or may not be there, hold anything,
   forget what is written and may fail to read and write. The printf family is in printf.c, the scanf family in scanf.c. */

struct _IO_FILE {
    int descriptor;
    int pushed_back;
    int at_end;
    int failed;
};

void __maymust_output(int descriptor, int byte);
int __maymust_input(void);
int __maymust_unsupported(const char *reason);
void __maymust_check(int condition, const char *kind_and_message);
void __maymust_assume(int condition);
long __maymust_nondet_long(void);
int *__errno_location(void);
void *realloc(void *old, unsigned long size);

static struct _IO_FILE __maymust_stdin = { 0, -1, 0, 0 };
static struct _IO_FILE __maymust_stdout = { 1, -1, 0, 0 };
static struct _IO_FILE __maymust_stderr = { 2, -1, 0, 0 };

struct _IO_FILE *stdin = &__maymust_stdin;
struct _IO_FILE *stdout = &__maymust_stdout;
struct _IO_FILE *stderr = &__maymust_stderr;

/* Files that were opened and not closed; a closed one has the descriptor -1. */
static struct _IO_FILE __maymust_files[16];
static int __maymust_opened;

int __maymust_descriptor(struct _IO_FILE *stream)
{
    __maymust_check(stream->descriptor >= 0, "use-after-free: stream is closed");
    return stream->descriptor;
}

/* Does something that is done with a file fail? The stream remembers it. */
int __maymust_stream_fails(struct _IO_FILE *stream)
{
    if (stream->descriptor <= 2 || __maymust_nondet_long() == 0)
        return 0;
    stream->failed = 1;
    *__errno_location() = 5;
    return 1;
}

static int __maymust_is_there(void)
{
    if (__maymust_nondet_long() != 0)
        return 1;
    *__errno_location() = 2;
    return 0;
}

struct _IO_FILE *fopen(const char *path, const char *mode)
{
    struct _IO_FILE *file;
    (void)*path;
    (void)*mode;
    if (!__maymust_is_there())
        return 0;
    if (__maymust_opened == 16)
        __maymust_unsupported("more than 16 files opened");
    file = &__maymust_files[__maymust_opened];
    file->descriptor = 3 + __maymust_opened;
    file->pushed_back = -1;
    file->at_end = 0;
    file->failed = 0;
    __maymust_opened++;
    return file;
}

struct _IO_FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

struct _IO_FILE *tmpfile(void)
{
    return fopen("", "");
}

struct _IO_FILE *popen(const char *command, const char *mode)
{
    return fopen(command, mode);
}

struct _IO_FILE *freopen(const char *path, const char *mode, struct _IO_FILE *stream)
{
    __maymust_unsupported("freopen");
    return stream;
}

int fclose(struct _IO_FILE *stream)
{
    int descriptor = __maymust_descriptor(stream);
    int fails = __maymust_stream_fails(stream);
    if (descriptor > 2)
        stream->descriptor = -1;
    return fails ? -1 : 0;
}

int pclose(struct _IO_FILE *stream)
{
    fclose(stream);
    return (int)__maymust_nondet_long();
}

int remove(const char *path)
{
    (void)*path;
    return __maymust_is_there() ? 0 : -1;
}

int rename(const char *from, const char *to)
{
    (void)*to;
    return remove(from);
}

/* A position in a file is any number; the standard streams have none. */
long ftell(struct _IO_FILE *stream)
{
    long at = __maymust_nondet_long();
    if (__maymust_descriptor(stream) <= 2)
        return -1;
    __maymust_assume(at >= -1);
    return at;
}

int fseek(struct _IO_FILE *stream, long offset, int whence)
{
    if (__maymust_descriptor(stream) <= 2 || !__maymust_is_there())
        return -1;
    stream->pushed_back = -1;
    stream->at_end = 0;
    return 0;
}

long ftello(struct _IO_FILE *stream)
{
    return ftell(stream);
}

int fseeko(struct _IO_FILE *stream, long offset, int whence)
{
    return fseek(stream, offset, whence);
}

void rewind(struct _IO_FILE *stream)
{
    fseek(stream, 0, 0);
    stream->failed = 0;
}

static void __maymust_write(int descriptor, int byte)
{
    if (descriptor <= 2)
        __maymust_output(descriptor, byte);
}

int fputc(int c, struct _IO_FILE *stream)
{
    int descriptor = __maymust_descriptor(stream);
    if (descriptor == 0 || __maymust_stream_fails(stream))
        return -1;
    __maymust_write(descriptor, (unsigned char)c);
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
    int descriptor = __maymust_descriptor(stream);
    if (descriptor == 0 || __maymust_stream_fails(stream))
        return -1;
    while (*text != 0) {
        __maymust_write(descriptor, (unsigned char)*text);
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
    int descriptor = __maymust_descriptor(stream);
    unsigned long i;
    if (size == 0 || count == 0 || descriptor == 0)
        return 0;
    for (i = 0; i < size * count; i++)
        __maymust_write(descriptor, bytes[i]);
    if (__maymust_stream_fails(stream)) {
        unsigned long written = (unsigned long)__maymust_nondet_long();
        return written < count ? written : 0;
    }
    return count;
}

unsigned long fwrite_unlocked(const void *from, unsigned long size, unsigned long count, struct _IO_FILE *stream)
{
    return fwrite(from, size, count, stream);
}

int fflush(struct _IO_FILE *stream)
{
    return stream != 0 && __maymust_stream_fails(stream) ? -1 : 0;
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
    return stream->failed;
}

int feof(struct _IO_FILE *stream)
{
    return stream->at_end;
}

void clearerr(struct _IO_FILE *stream)
{
    stream->at_end = 0;
    stream->failed = 0;
}

int fgetc(struct _IO_FILE *stream)
{
    int c;
    int descriptor = __maymust_descriptor(stream);
    if (descriptor == 1 || descriptor == 2)
        return -1;
    c = stream->pushed_back;
    if (c >= 0) {
        stream->pushed_back = -1;
        return c;
    }
    if (!stream->at_end) {
        if (descriptor == 0) {
            c = __maymust_input();
        } else {
            c = (int)__maymust_nondet_long();
            __maymust_assume(c >= -1 && c <= 255);
            if (c < 0 && __maymust_stream_fails(stream))
                return c;
        }
    }
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
    int descriptor = __maymust_descriptor(stream);
    if (c < 0 || descriptor == 1 || descriptor == 2)
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
        if (c < 0 && !stream->at_end)
            return 0;
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

unsigned long fread_unlocked(void *to, unsigned long size, unsigned long count, struct _IO_FILE *stream)
{
    return fread(to, size, count, stream);
}

long getdelim(char **line, unsigned long *size, int delimiter, struct _IO_FILE *stream)
{
    unsigned long length = 0;
    int c = 0;
    if (*line == 0)
        *size = 0;
    do {
        if (length + 1 >= *size) {
            char *more = realloc(*line, *size + 120);
            if (more == 0)
                return -1;
            *line = more;
            *size = *size + 120;
        }
        c = fgetc(stream);
        if (c < 0)
            break;
        (*line)[length] = (char)c;
        length++;
    } while (c != delimiter);
    (*line)[length] = 0;
    return length == 0 ? -1 : (long)length;
}

long getline(char **line, unsigned long *size, struct _IO_FILE *stream)
{
    return getdelim(line, size, '\n', stream);
}
