/* Models of <sys/stat.h>: what the system says of a file is anything that it can say of one. Layouts are those of 64 bits. */

int __maymust_unsupported(const char *reason);
long __maymust_nondet_long(void);
int *__errno_location(void);

struct stat {
    unsigned long device;
    unsigned long number;
    unsigned long links;
    unsigned mode;
    unsigned user;
    unsigned group;
    int padding;
    unsigned long device_of;
    long size;
    long block_size;
    long blocks;
    long accessed;
    long accessed_part;
    long modified;
    long modified_part;
    long changed;
    long changed_part;
    long reserved[3];
};

/* A number from 0 to `limit`. */
static long __maymust_below(long limit)
{
    long value = __maymust_nondet_long();
    return value >= 0 && value <= limit ? value : limit;
}

/* A kind of file: pipe, character device, directory, block device, file, link, socket. */
static unsigned __maymust_kind(int may_be_link)
{
    long kind = __maymust_below(6);
    if (kind == 0)
        return 0010000;
    if (kind == 1)
        return 0020000;
    if (kind == 2)
        return 0040000;
    if (kind == 3)
        return 0060000;
    if (kind == 4 && may_be_link)
        return 0120000;
    if (kind == 5)
        return 0140000;
    return 0100000;
}

/* Describes a file, or fails. */
static int __maymust_describe(struct stat *file, int may_be_link)
{
    int reason = (int)__maymust_nondet_long();
    if (sizeof(long) != 8)
        return __maymust_unsupported("stat in 32 bits");
    if (__maymust_nondet_long() != 0) {
        *__errno_location() = reason > 0 && reason < 134 ? reason : 2;
        return -1;
    }
    file->device = (unsigned long)__maymust_nondet_long();
    file->number = (unsigned long)__maymust_nondet_long();
    file->links = (unsigned long)__maymust_nondet_long();
    file->mode = __maymust_kind(may_be_link) | ((unsigned)__maymust_nondet_long() & 07777u);
    file->user = (unsigned)__maymust_nondet_long();
    file->group = (unsigned)__maymust_nondet_long();
    file->device_of = (unsigned long)__maymust_nondet_long();
    file->size = __maymust_below((long)(~0ul >> 1));
    file->block_size = 1 + __maymust_below(0x3fffffff);
    file->blocks = __maymust_below((long)(~0ul >> 1));
    file->accessed = __maymust_nondet_long();
    file->accessed_part = __maymust_below(999999999);
    file->modified = __maymust_nondet_long();
    file->modified_part = __maymust_below(999999999);
    file->changed = __maymust_nondet_long();
    file->changed_part = __maymust_below(999999999);
    return 0;
}

int stat(const char *path, struct stat *file)
{
    (void)*path;
    return __maymust_describe(file, 0);
}

int lstat(const char *path, struct stat *file)
{
    (void)*path;
    return __maymust_describe(file, 1);
}

int fstat(int descriptor, struct stat *file)
{
    if (descriptor < 0) {
        *__errno_location() = 9;
        return -1;
    }
    return __maymust_describe(file, 1);
}

int fstatat(int directory, const char *path, struct stat *file, int flags)
{
    (void)*path;
    return __maymust_describe(file, 1);
}

int stat64(const char *path, struct stat *file)
{
    return stat(path, file);
}

int lstat64(const char *path, struct stat *file)
{
    return lstat(path, file);
}

int fstat64(int descriptor, struct stat *file)
{
    return fstat(descriptor, file);
}

int fstatat64(int directory, const char *path, struct stat *file, int flags)
{
    return fstatat(directory, path, file, flags);
}
