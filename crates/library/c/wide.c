/* Wide characters and strings, in the C locale. */

void *malloc(unsigned long size);

unsigned long wcslen(const int *s)
{
    unsigned long n = 0;
    while (s[n])
        n++;
    return n;
}

unsigned long wcsnlen(const int *s, unsigned long most)
{
    unsigned long n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

int *wmemcpy(int *to, const int *from, unsigned long n)
{
    __maymust_copy(to, from, n * sizeof *to);
    return to;
}

int *wmemmove(int *to, const int *from, unsigned long n)
{
    __maymust_copy(to, from, n * sizeof *to);
    return to;
}

int *wmemset(int *to, int c, unsigned long n)
{
    unsigned long i;
    for (i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const int *a, const int *b, unsigned long n)
{
    unsigned long i;
    for (i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

int *wmemchr(const int *s, int c, unsigned long n)
{
    unsigned long i;
    for (i = 0; i < n; i++)
        if (s[i] == c)
            return (int *)s + i;
    return 0;
}

int *wcscpy(int *to, const int *from)
{
    unsigned long i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}

int *wcsncpy(int *to, const int *from, unsigned long n)
{
    unsigned long i;
    for (i = 0; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

int *wcscat(int *to, const int *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

int *wcsncat(int *to, const int *from, unsigned long n)
{
    int *end = to + wcslen(to);
    unsigned long i;
    for (i = 0; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

int wcscmp(const int *a, const int *b)
{
    unsigned long i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcsncmp(const int *a, const int *b, unsigned long n)
{
    unsigned long i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    if (i == n)
        return 0;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

int *wcschr(const int *s, int c)
{
    for (;; s++) {
        if (*s == c)
            return (int *)s;
        if (!*s)
            return 0;
    }
}

int *wcsrchr(const int *s, int c)
{
    int *last = 0;
    for (;; s++) {
        if (*s == c)
            last = (int *)s;
        if (!*s)
            return last;
    }
}

unsigned long wcsspn(const int *s, const int *set)
{
    unsigned long n = 0;
    while (s[n] && wcschr(set, s[n]))
        n++;
    return n;
}

unsigned long wcscspn(const int *s, const int *set)
{
    unsigned long n = 0;
    while (s[n] && !wcschr(set, s[n]))
        n++;
    return n;
}

int *wcspbrk(const int *s, const int *set)
{
    s += wcscspn(s, set);
    return *s ? (int *)s : 0;
}

int *wcsstr(const int *s, const int *part)
{
    unsigned long n = wcslen(part);
    for (;; s++) {
        if (wcsncmp(s, part, n) == 0)
            return (int *)s;
        if (!*s)
            return 0;
    }
}

int *wcsdup(const int *s)
{
    unsigned long n = wcslen(s) + 1;
    int *copy = malloc(n * sizeof *copy);
    if (copy)
        wmemcpy(copy, s, n);
    return copy;
}

/* Beyond ASCII the C locale knows no class. What is true is the bit that glibc gives. */
static int __maymust_is(unsigned c, unsigned low, unsigned high)
{
    return c >= low && c <= high;
}

int iswupper(unsigned c)
{
    return __maymust_is(c, 'A', 'Z') ? 256 : 0;
}

int iswlower(unsigned c)
{
    return __maymust_is(c, 'a', 'z') ? 512 : 0;
}

int iswdigit(unsigned c)
{
    return __maymust_is(c, '0', '9') ? 1 : 0;
}

int iswalpha(unsigned c)
{
    return (iswupper(c) || iswlower(c)) ? 1024 : 0;
}

int iswalnum(unsigned c)
{
    return (iswalpha(c) || iswdigit(c)) ? 8 : 0;
}

int iswxdigit(unsigned c)
{
    return (iswdigit(c) || __maymust_is(c, 'a', 'f') || __maymust_is(c, 'A', 'F')) ? 4096 : 0;
}

int iswspace(unsigned c)
{
    return (c == ' ' || __maymust_is(c, 9, 13)) ? 8192 : 0;
}

int iswblank(unsigned c)
{
    return (c == ' ' || c == 9) ? 1 : 0;
}

int iswcntrl(unsigned c)
{
    return (c < 32 || c == 127) ? 2 : 0;
}

int iswprint(unsigned c)
{
    return __maymust_is(c, 32, 126) ? 16384 : 0;
}

int iswgraph(unsigned c)
{
    return __maymust_is(c, 33, 126) ? 32768 : 0;
}

int iswpunct(unsigned c)
{
    return (iswgraph(c) && !iswalnum(c)) ? 4 : 0;
}

unsigned towlower(unsigned c)
{
    return iswupper(c) ? c + 32 : c;
}

unsigned towupper(unsigned c)
{
    return iswlower(c) ? c - 32 : c;
}
