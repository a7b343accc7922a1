/* Models of the locale, which is always "C". */

struct lconv {
    char *decimal_point;
    char *thousands_sep;
    char *grouping;
    char *int_curr_symbol;
    char *currency_symbol;
    char *mon_decimal_point;
    char *mon_thousands_sep;
    char *mon_grouping;
    char *positive_sign;
    char *negative_sign;
    char numbers[14];
};

static char __maymust_c_locale[] = "C";
static char __maymust_point[] = ".";
static char __maymust_empty[] = "";

static struct lconv __maymust_c_conventions = {
    __maymust_point, __maymust_empty, __maymust_empty, __maymust_empty, __maymust_empty,
    __maymust_empty, __maymust_empty, __maymust_empty, __maymust_empty, __maymust_empty,
    { 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127 },
};

/* Only the C locale exists: other names are refused, as on a system without locales. */
char *setlocale(int category, const char *name)
{
    if (name == 0 || name[0] == 0)
        return __maymust_c_locale;
    if (name[0] == 'C' && name[1] == 0)
        return __maymust_c_locale;
    if (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && name[5] == 0)
        return __maymust_c_locale;
    return 0;
}

struct lconv *localeconv(void)
{
    return &__maymust_c_conventions;
}

char *gettext(const char *message)
{
    return (char *)message;
}

char *bindtextdomain(const char *domain, const char *directory)
{
    return (char *)directory;
}

char *textdomain(const char *domain)
{
    return (char *)domain;
}
