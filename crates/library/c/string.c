/* Models of the str* functions that allocate nothing. */

void __maymust_copy(void *to, const void *from, unsigned long size);
void __maymust_fill(void *to, int byte, unsigned long size);
void __maymust_check(int condition, const char *kind_and_message);

static void __maymust_disjoint(const char *to, const char *from, unsigned long size)
{
    __maymust_check(size == 0 || to + size <= from || from + size <= to,
                    "bounds: string copy between overlapping ranges");
}

static int __maymust_lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

unsigned long strlen(const char *s)
{
    unsigned long n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

unsigned long strnlen(const char *s, unsigned long limit)
{
    unsigned long n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

char *strcpy(char *to, const char *from)
{
    unsigned long size = strlen(from) + 1;
    __maymust_disjoint(to, from, size);
    __maymust_copy(to, from, size);
    return to;
}

char *stpcpy(char *to, const char *from)
{
    strcpy(to, from);
    return to + strlen(from);
}

char *strncpy(char *to, const char *from, unsigned long limit)
{
    unsigned long n = strnlen(from, limit);
    __maymust_disjoint(to, from, n);
    if (n > 0)
        __maymust_copy(to, from, n);
    if (limit > n)
        __maymust_fill(to + n, 0, limit - n);
    return to;
}

char *stpncpy(char *to, const char *from, unsigned long limit)
{
    unsigned long n = strnlen(from, limit);
    strncpy(to, from, limit);
    return to + n;
}

char *strcat(char *to, const char *from)
{
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, unsigned long limit)
{
    char *end = to + strlen(to);
    unsigned long n = strnlen(from, limit);
    __maymust_disjoint(end, from, n);
    if (n > 0)
        __maymust_copy(end, from, n);
    end[n] = 0;
    return to;
}

int strcmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

int strncmp(const char *left, const char *right, unsigned long limit)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    unsigned long i;
    for (i = 0; i < limit; i++) {
        if (a[i] != b[i] || a[i] == 0)
            return a[i] - b[i];
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    while (*a != 0 && __maymust_lower(*a) == __maymust_lower(*b)) {
        a++;
        b++;
    }
    return __maymust_lower(*a) - __maymust_lower(*b);
}

int strncasecmp(const char *left, const char *right, unsigned long limit)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    unsigned long i;
    for (i = 0; i < limit; i++) {
        int difference = __maymust_lower(a[i]) - __maymust_lower(b[i]);
        if (difference != 0 || a[i] == 0)
            return difference;
    }
    return 0;
}

char *strchr(const char *s, int c)
{
    while (*s != (char)c) {
        if (*s == 0)
            return 0;
        s++;
    }
    return (char *)s;
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}

char *strchrnul(const char *s, int c)
{
    while (*s != 0 && *s != (char)c)
        s++;
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    const char *last = 0;
    for (;;) {
        if (*s == (char)c)
            last = s;
        if (*s == 0)
            return (char *)last;
        s++;
    }
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

char *strstr(const char *haystack, const char *needle)
{
    for (;;) {
        unsigned long i = 0;
        while (needle[i] != 0 && haystack[i] == needle[i])
            i++;
        if (needle[i] == 0)
            return (char *)haystack;
        if (*haystack == 0)
            return 0;
        haystack++;
    }
}

char *strcasestr(const char *haystack, const char *needle)
{
    for (;;) {
        unsigned long i = 0;
        while (needle[i] != 0
               && __maymust_lower((unsigned char)haystack[i]) == __maymust_lower((unsigned char)needle[i]))
            i++;
        if (needle[i] == 0)
            return (char *)haystack;
        if (*haystack == 0)
            return 0;
        haystack++;
    }
}

static int __maymust_is_among(char c, const char *set)
{
    while (*set != 0) {
        if (*set == c)
            return 1;
        set++;
    }
    return 0;
}

unsigned long strspn(const char *s, const char *accepted)
{
    unsigned long n = 0;
    while (s[n] != 0 && __maymust_is_among(s[n], accepted))
        n++;
    return n;
}

unsigned long strcspn(const char *s, const char *rejected)
{
    unsigned long n = 0;
    while (s[n] != 0 && !__maymust_is_among(s[n], rejected))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accepted)
{
    s += strcspn(s, accepted);
    return *s != 0 ? (char *)s : 0;
}

char *strtok_r(char *s, const char *delimiters, char **rest)
{
    char *end;
    if (s == 0)
        s = *rest;
    s += strspn(s, delimiters);
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    end = s + strcspn(s, delimiters);
    if (*end != 0) {
        *end = 0;
        end++;
    }
    *rest = end;
    return s;
}

char *__strtok_r(char *s, const char *delimiters, char **rest)
{
    return strtok_r(s, delimiters, rest);
}

static char *__maymust_strtok_rest;

char *strtok(char *s, const char *delimiters)
{
    return strtok_r(s, delimiters, &__maymust_strtok_rest);
}

char *strsep(char **rest, const char *delimiters)
{
    char *s = *rest;
    char *end;
    if (s == 0)
        return 0;
    end = s + strcspn(s, delimiters);
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return s;
}

unsigned long strxfrm(char *to, const char *from, unsigned long limit)
{
    unsigned long n = strlen(from);
    if (limit > n)
        strcpy(to, from);
    else if (limit > 0)
        __maymust_copy(to, from, limit);
    return n;
}

char *basename(const char *path)
{
    char *slash = strrchr(path, '/');
    return slash != 0 ? slash + 1 : (char *)path;
}

char *__strcpy_chk(char *to, const char *from, unsigned long to_size)
{
    __maymust_check(strlen(from) < to_size, "bounds: strcpy past the end of its destination");
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, unsigned long to_size)
{
    __maymust_check(strlen(from) < to_size, "bounds: stpcpy past the end of its destination");
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, unsigned long limit, unsigned long to_size)
{
    __maymust_check(limit <= to_size, "bounds: strncpy past the end of its destination");
    return strncpy(to, from, limit);
}

char *__strcat_chk(char *to, const char *from, unsigned long to_size)
{
    __maymust_check(strlen(to) + strlen(from) < to_size, "bounds: strcat past the end of its destination");
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, unsigned long limit, unsigned long to_size)
{
    __maymust_check(strlen(to) + strnlen(from, limit) < to_size,
                    "bounds: strncat past the end of its destination");
    return strncat(to, from, limit);
}
