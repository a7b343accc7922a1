/* Models of the malloc family. Allocation succeeds, whatever the size, unless `--malloc may-fail` is given. What always fails is a size that
   differences of pointers cannot express, and a product of sizes that does not fit. */

void *__maymust_alloc(unsigned long size, int zeroed);
int __maymust_malloc_may_fail(void);
void __maymust_free(void *p);
unsigned long __maymust_object_size(const void *p);
void __maymust_copy(void *to, const void *from, unsigned long size);
long __maymust_nondet_long(void);
int *__errno_location(void);
unsigned long strlen(const char *s);
unsigned long strnlen(const char *s, unsigned long limit);

enum { __maymust_out_of_memory = 12, __maymust_invalid = 22 };

static int __maymust_allocation_fails(unsigned long size)
{
    int fails = size > -1ul / 2;
    if (!fails && __maymust_malloc_may_fail())
        fails = __maymust_nondet_long() != 0;
    if (!fails)
        return 0;
    *__errno_location() = __maymust_out_of_memory;
    return 1;
}

void *malloc(unsigned long size)
{
    if (__maymust_allocation_fails(size))
        return 0;
    return __maymust_alloc(size, 0);
}

void *calloc(unsigned long count, unsigned long size)
{
    if (size != 0 && count > -1ul / size) {
        *__errno_location() = __maymust_out_of_memory;
        return 0;
    }
    if (__maymust_allocation_fails(count * size))
        return 0;
    return __maymust_alloc(count * size, 1);
}

void free(void *p)
{
    if (p != 0)
        __maymust_free(p);
}

void cfree(void *p)
{
    free(p);
}

void *realloc(void *old, unsigned long size)
{
    void *new;
    unsigned long kept;
    if (old == 0)
        return malloc(size);
    if (size == 0) {
        __maymust_free(old);
        return 0;
    }
    if (__maymust_allocation_fails(size))
        return 0;
    kept = __maymust_object_size(old);
    if (kept > size)
        kept = size;
    new = __maymust_alloc(size, 0);
    if (kept > 0)
        __maymust_copy(new, old, kept);
    __maymust_free(old);
    return new;
}

void *reallocarray(void *old, unsigned long count, unsigned long size)
{
    if (size != 0 && count > -1ul / size) {
        *__errno_location() = __maymust_out_of_memory;
        return 0;
    }
    return realloc(old, count * size);
}

void *aligned_alloc(unsigned long alignment, unsigned long size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        *__errno_location() = __maymust_invalid;
        return 0;
    }
    return malloc(size);
}

void *memalign(unsigned long alignment, unsigned long size)
{
    return aligned_alloc(alignment, size);
}

void *valloc(unsigned long size)
{
    return malloc(size);
}

int posix_memalign(void **result, unsigned long alignment, unsigned long size)
{
    void *p;
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return __maymust_invalid;
    if (__maymust_allocation_fails(size))
        return __maymust_out_of_memory;
    p = __maymust_alloc(size, 0);
    *result = p;
    return 0;
}

char *strdup(const char *s)
{
    unsigned long size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy != 0)
        __maymust_copy(copy, s, size);
    return copy;
}

char *__strdup(const char *s)
{
    return strdup(s);
}

char *strndup(const char *s, unsigned long limit)
{
    unsigned long n = strnlen(s, limit);
    char *copy = malloc(n + 1);
    if (copy != 0) {
        if (n > 0)
            __maymust_copy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

char *__strndup(const char *s, unsigned long limit)
{
    return strndup(s, limit);
}
