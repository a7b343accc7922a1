/* Models of descriptors and files of <unistd.h> and <fcntl.h>: a file may or may not be there, holds anything and forgets
   what is written. Descriptor 0 reads what the program is given; 1 and 2 are written out. */

void __maymust_output(int descriptor, int byte);
int __maymust_input(void);
int __maymust_unsupported(const char *reason);
long __maymust_nondet_long(void);
int *__errno_location(void);

/* Does something of the system fail? If so, errno says why. */
static int __maymust_fails(void)
{
    int reason = (int)__maymust_nondet_long();
    if (__maymust_nondet_long() != 0)
        return 0;
    *__errno_location() = reason > 0 && reason < 134 ? reason : 2;
    return 1;
}

/* A number from 0 to `limit`, or -1. */
static long __maymust_up_to(long limit)
{
    long value = __maymust_nondet_long();
    if (__maymust_fails())
        return -1;
    return value >= 0 && value <= limit ? value : limit;
}

/* Which descriptors from 3 on are open: a new one is none of them. */
static unsigned char __maymust_is_open[16];

static int __maymust_new_descriptor_from(long least)
{
    long at = __maymust_nondet_long();
    if (__maymust_fails())
        return -1;
    if (at < least || at > 15 || __maymust_is_open[at])
        for (at = least; at < 16 && __maymust_is_open[at]; at++)
            ;
    if (at >= 16) {
        __maymust_unsupported("more than 16 descriptors at a time");
        return -1;
    }
    __maymust_is_open[at] = 1;
    return (int)at + 3;
}

static int __maymust_new_descriptor(void)
{
    return __maymust_new_descriptor_from(0);
}

static void __maymust_mark(int descriptor, int is_open)
{
    if (descriptor >= 3 && descriptor < 19)
        __maymust_is_open[descriptor - 3] = (unsigned char)is_open;
}

/* No descriptor at all? */
static int __maymust_is_bad(int descriptor)
{
    if (descriptor >= 0)
        return 0;
    *__errno_location() = 9;
    return 1;
}

static int __maymust_done(const char *path)
{
    (void)*path;
    return -__maymust_fails();
}

int open(const char *path, int flags, ...)
{
    (void)*path;
    return __maymust_new_descriptor();
}

int open64(const char *path, int flags, ...)
{
    return open(path, flags);
}

int openat(int directory, const char *path, int flags, ...)
{
    return open(path, flags);
}

int creat(const char *path, unsigned mode)
{
    return open(path, 0);
}

int dup(int descriptor)
{
    if (descriptor >= 0 && descriptor <= 2)
        return __maymust_unsupported("dup of a standard stream");
    if (__maymust_is_bad(descriptor))
        return -1;
    return __maymust_new_descriptor();
}

int dup2(int descriptor, int to)
{
    if ((descriptor >= 0 && descriptor <= 2) || (to >= 0 && to <= 2))
        return __maymust_unsupported("dup2 of or over a standard stream");
    if (__maymust_is_bad(descriptor) || __maymust_is_bad(to) || __maymust_fails())
        return -1;
    __maymust_mark(to, 1);
    return to;
}

/* Copies of descriptors, their flags, and locks; what the system would write is not modelled. */
int fcntl(int descriptor, int command, ...)
{
    if (__maymust_is_bad(descriptor))
        return -1;
    if (command == 0 || command == 1030) {
        __builtin_va_list arguments;
        int least;
        __builtin_va_start(arguments, command);
        least = __builtin_va_arg(arguments, int);
        __builtin_va_end(arguments);
        if (descriptor <= 2)
            return __maymust_unsupported("fcntl: a copy of a standard stream");
        if (least < 0) {
            *__errno_location() = 22;
            return -1;
        }
        return __maymust_new_descriptor_from(least > 3 ? least - 3 : 0);
    }
    if (command == 1 || command == 3)
        return (int)__maymust_up_to(command == 1 ? 1 : 0x7fffffff);
    if (command == 2 || command == 4 || command == 6 || command == 7)
        return -__maymust_fails();
    return __maymust_unsupported("fcntl: this command");
}

int fcntl64(int descriptor, int command, ...)
{
    if (command == 0 || command == 1030)
        return __maymust_unsupported("fcntl64: a copy of a descriptor");
    return fcntl(descriptor, command);
}

int pipe(int ends[2])
{
    int from = __maymust_new_descriptor();
    int to;
    if (from < 0)
        return -1;
    to = __maymust_new_descriptor();
    if (to < 0) {
        __maymust_mark(from, 0);
        return -1;
    }
    ends[0] = from;
    ends[1] = to;
    return 0;
}

int close(int descriptor)
{
    if (descriptor >= 0 && descriptor <= 2)
        __maymust_unsupported("close of a standard stream");
    if (__maymust_is_bad(descriptor))
        return -1;
    __maymust_mark(descriptor, 0);
    return -__maymust_fails();
}

long read(int descriptor, void *to, unsigned long size)
{
    unsigned char *bytes = to;
    long count;
    long i;
    if (descriptor == 0) {
        /* It may give less than is there, or nothing. */
        if (__maymust_nondet_long() != 0)
            return __maymust_up_to(0);
        for (i = 0; (unsigned long)i < size; i++) {
            int c = __maymust_input();
            if (c < 0)
                break;
            bytes[i] = (unsigned char)c;
            if (__maymust_nondet_long() != 0)
                return i + 1;
        }
        return i;
    }
    if (__maymust_is_bad(descriptor))
        return -1;
    count = __maymust_up_to(size > 2147479552ul ? 2147479552l : (long)size);
    for (i = 0; i < count; i++)
        bytes[i] = (unsigned char)__maymust_nondet_long();
    return count;
}

long write(int descriptor, const void *from, unsigned long size)
{
    const unsigned char *bytes = from;
    unsigned long i;
    if (__maymust_is_bad(descriptor))
        return -1;
    /* It may take less than is given. */
    if ((descriptor != 1 && descriptor != 2) || __maymust_nondet_long() != 0) {
        if (size > 0) {
            (void)bytes[0];
            (void)bytes[size - 1];
        }
        return __maymust_up_to(size > 2147479552ul ? 2147479552l : (long)size);
    }
    for (i = 0; i < size; i++)
        __maymust_output(descriptor, bytes[i]);
    return (long)size;
}

long lseek(int descriptor, long offset, int from)
{
    return __maymust_up_to((long)(~0ul >> 1));
}

int isatty(int descriptor)
{
    return __maymust_nondet_long() != 0;
}

int access(const char *path, int mode)
{
    return __maymust_done(path);
}

int unlink(const char *path)
{
    return __maymust_done(path);
}

int rmdir(const char *path)
{
    return __maymust_done(path);
}

int mkdir(const char *path, unsigned mode)
{
    return __maymust_done(path);
}

int chdir(const char *path)
{
    return __maymust_done(path);
}

int chmod(const char *path, unsigned mode)
{
    return __maymust_done(path);
}

int getpid(void)
{
    static int process;
    if (process == 0) {
        process = (int)__maymust_nondet_long();
        if (process <= 0)
            process = 1;
    }
    return process;
}

/* Byte orders of a little-endian machine. */
unsigned htonl(unsigned x)
{
    return __builtin_bswap32(x);
}

unsigned ntohl(unsigned x)
{
    return __builtin_bswap32(x);
}

unsigned short htons(unsigned short x)
{
    return __builtin_bswap16(x);
}

unsigned short ntohs(unsigned short x)
{
    return __builtin_bswap16(x);
}
