/* Models of the mem* functions. Bulk work is one step of the machine, which checks both ranges. */

void __maymust_copy(void *to, const void *from, unsigned long size);
void __maymust_fill(void *to, int byte, unsigned long size);
void __maymust_check(int condition, const char *kind_and_message);

static void __maymust_disjoint(const char *to, const char *from, unsigned long size)
{
    __maymust_check(size == 0 || to == from || to + size <= from || from + size <= to,
                    "bounds: memcpy between overlapping ranges");
}

void *memcpy(void *to, const void *from, unsigned long size)
{
    __maymust_disjoint(to, from, size);
    if (size > 0)
        __maymust_copy(to, from, size);
    return to;
}

void *mempcpy(void *to, const void *from, unsigned long size)
{
    memcpy(to, from, size);
    return (char *)to + size;
}

void *memmove(void *to, const void *from, unsigned long size)
{
    if (size > 0)
        __maymust_copy(to, from, size);
    return to;
}

void bcopy(const void *from, void *to, unsigned long size)
{
    if (size > 0)
        __maymust_copy(to, from, size);
}

void *memset(void *to, int byte, unsigned long size)
{
    if (size > 0)
        __maymust_fill(to, byte, size);
    return to;
}

void bzero(void *to, unsigned long size)
{
    if (size > 0)
        __maymust_fill(to, 0, size);
}

void explicit_bzero(void *to, unsigned long size)
{
    bzero(to, size);
}

int memcmp(const void *left, const void *right, unsigned long size)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    unsigned long i;
    for (i = 0; i < size; i++) {
        if (a[i] != b[i])
            return a[i] - b[i];
    }
    return 0;
}

int bcmp(const void *left, const void *right, unsigned long size)
{
    return memcmp(left, right, size);
}

void *memchr(const void *start, int byte, unsigned long size)
{
    const unsigned char *p = start;
    unsigned long i;
    for (i = 0; i < size; i++) {
        if (p[i] == (unsigned char)byte)
            return (void *)(p + i);
    }
    return 0;
}

void *memrchr(const void *start, int byte, unsigned long size)
{
    const unsigned char *p = start;
    while (size > 0) {
        size--;
        if (p[size] == (unsigned char)byte)
            return (void *)(p + size);
    }
    return 0;
}

void *rawmemchr(const void *start, int byte)
{
    const unsigned char *p = start;
    while (*p != (unsigned char)byte)
        p++;
    return (void *)p;
}

void *memccpy(void *to, const void *from, int byte, unsigned long size)
{
    unsigned char *d = to;
    const unsigned char *s = from;
    unsigned long i;
    for (i = 0; i < size; i++) {
        d[i] = s[i];
        if (s[i] == (unsigned char)byte)
            return d + i + 1;
    }
    return 0;
}

void *memmem(const void *haystack, unsigned long hay_size, const void *needle, unsigned long needle_size)
{
    const char *hay = haystack;
    unsigned long i;
    if (needle_size > hay_size)
        return 0;
    for (i = 0; i <= hay_size - needle_size; i++) {
        if (memcmp(hay + i, needle, needle_size) == 0)
            return (void *)(hay + i);
    }
    return 0;
}

void *__memcpy_chk(void *to, const void *from, unsigned long size, unsigned long to_size)
{
    __maymust_check(size <= to_size, "bounds: memcpy past the end of its destination");
    return memcpy(to, from, size);
}

void *__mempcpy_chk(void *to, const void *from, unsigned long size, unsigned long to_size)
{
    __maymust_check(size <= to_size, "bounds: mempcpy past the end of its destination");
    return mempcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, unsigned long size, unsigned long to_size)
{
    __maymust_check(size <= to_size, "bounds: memmove past the end of its destination");
    return memmove(to, from, size);
}

void *__memset_chk(void *to, int byte, unsigned long size, unsigned long to_size)
{
    __maymust_check(size <= to_size, "bounds: memset past the end of its destination");
    return memset(to, byte, size);
}
