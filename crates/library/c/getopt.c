/* Models of <getopt.h>: options in any order, as glibc takes them. */

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

unsigned long strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, unsigned long n);
char *strchr(const char *text, int character);
char *getenv(const char *name);
int dprintf(int descriptor, const char *format, ...);

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* What is left of a word of short options. */
static char *__maymust_rest;
/* Arguments that are no options and were passed over: from `first` up to `last`. */
static int __maymust_first;
static int __maymust_last;

/* Moves the arguments from `last` to `optind` in front of those that were passed over. */
static void __maymust_exchange(char **argv)
{
    while (__maymust_last < optind) {
        char *moved = argv[__maymust_last];
        for (int i = __maymust_last; i > __maymust_first; i--)
            argv[i] = argv[i - 1];
        argv[__maymust_first] = moved;
        __maymust_first++;
        __maymust_last++;
    }
}

/* Is it an option? A single `-` is none. */
static int __maymust_is_option(const char *word)
{
    return word[0] == '-' && word[1] != 0;
}

/* Finds the next word with options; 0 if there is none. */
static int __maymust_find_word(int argc, char **argv, int order)
{
    if (__maymust_last > optind)
        __maymust_last = optind;
    if (__maymust_first > optind)
        __maymust_first = optind;
    if (order == 0) {
        if (__maymust_first == __maymust_last)
            __maymust_first = optind;
        else
            __maymust_exchange(argv);
        while (optind < argc && !__maymust_is_option(argv[optind]))
            optind++;
        __maymust_last = optind;
    }
    if (optind < argc && strcmp(argv[optind], "--") == 0) {
        optind++;
        if (__maymust_first == __maymust_last)
            __maymust_first = optind;
        else
            __maymust_exchange(argv);
        __maymust_last = argc;
        optind = argc;
    }
    if (optind >= argc) {
        if (__maymust_first != __maymust_last)
            optind = __maymust_first;
        return 0;
    }
    return 1;
}

/* A short option from the rest of a word. */
static int __maymust_short_option(int argc, char **argv, const char *options, int is_quiet)
{
    char letter = *__maymust_rest++;
    const char *found = strchr(options, letter);
    int is_last = *__maymust_rest == 0;
    if (is_last)
        optind++;
    if (found == 0 || letter == ':' || letter == ';') {
        if (!is_quiet)
            dprintf(2, "%s: invalid option -- '%c'\n", argv[0], letter);
        optopt = letter;
        return '?';
    }
    if (found[1] != ':')
        return letter;
    if (!is_last) {
        optarg = __maymust_rest;
        optind++;
    } else if (found[2] == ':') {
        optarg = 0;
    } else if (optind >= argc) {
        if (!is_quiet)
            dprintf(2, "%s: option requires an argument -- '%c'\n", argv[0], letter);
        optopt = letter;
        __maymust_rest = 0;
        return options[0] == ':' ? ':' : '?';
    } else {
        optarg = argv[optind++];
    }
    __maymust_rest = 0;
    return letter;
}

/* The option of a name, which may be shortened; -1 if there is none, -2 if there are several. */
static int __maymust_long_name(const char *name, unsigned long length, const struct option *longs)
{
    int found = -1;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, name, length) != 0)
            continue;
        if (strlen(longs[i].name) == length)
            return i;
        if (found == -1)
            found = i;
        else if (found == -2 || longs[found].has_arg != longs[i].has_arg || longs[found].flag != longs[i].flag
                 || longs[found].val != longs[i].val)
            found = -2;
    }
    return found;
}

/* A long option: what follows the dashes. */
static int __maymust_long_option(int argc, char **argv, const char *dashes, const struct option *longs, int *index,
                                 int is_quiet, int missing)
{
    const char *name = __maymust_rest;
    unsigned long length = 0;
    int found;
    while (name[length] != 0 && name[length] != '=')
        length++;
    found = __maymust_long_name(name, length, longs);
    __maymust_rest = 0;
    optind++;
    if (found < 0) {
        if (!is_quiet && found == -1)
            dprintf(2, "%s: unrecognized option '%s%s'\n", argv[0], dashes, name);
        if (!is_quiet && found == -2) {
            dprintf(2, "%s: option '%s%s' is ambiguous; possibilities:", argv[0], dashes, name);
            for (int i = 0; longs[i].name; i++)
                if (strncmp(longs[i].name, name, length) == 0)
                    dprintf(2, " '%s%s'", dashes, longs[i].name);
            dprintf(2, "\n");
        }
        optopt = 0;
        return '?';
    }
    if (name[length] == '=') {
        if (longs[found].has_arg == 0) {
            if (!is_quiet)
                dprintf(2, "%s: option '%s%s' doesn't allow an argument\n", argv[0], dashes, longs[found].name);
            optopt = longs[found].val;
            return '?';
        }
        optarg = (char *)name + length + 1;
    } else if (longs[found].has_arg == 1) {
        if (optind >= argc) {
            if (!is_quiet)
                dprintf(2, "%s: option '%s%s' requires an argument\n", argv[0], dashes, longs[found].name);
            optopt = longs[found].val;
            return missing;
        }
        optarg = argv[optind++];
    }
    if (index)
        *index = found;
    if (longs[found].flag == 0)
        return longs[found].val;
    *longs[found].flag = longs[found].val;
    return 0;
}

static int __maymust_getopt(int argc, char **argv, const char *options, const struct option *longs, int *index,
                            int only_long)
{
    int order = 0;
    int is_quiet;
    int missing;
    if (argc < 1)
        return -1;
    optarg = 0;
    if (optind == 0) {
        optind = 1;
        __maymust_rest = 0;
        __maymust_first = __maymust_last = 1;
    }
    if (options[0] == '-' || options[0] == '+') {
        order = options[0];
        options++;
    } else if (getenv("POSIXLY_CORRECT")) {
        order = '+';
    }
    is_quiet = opterr == 0 || options[0] == ':';
    missing = options[0] == ':' ? ':' : '?';
    if (__maymust_rest == 0 || *__maymust_rest == 0) {
        if (!__maymust_find_word(argc, argv, order))
            return -1;
        if (!__maymust_is_option(argv[optind])) {
            if (order == '+')
                return -1;
            optarg = argv[optind++];
            return 1;
        }
        if (longs && argv[optind][1] == '-') {
            __maymust_rest = argv[optind] + 2;
            return __maymust_long_option(argc, argv, "--", longs, index, is_quiet, missing);
        }
        __maymust_rest = argv[optind] + 1;
        if (only_long && (__maymust_rest[1] != 0 || strchr(options, __maymust_rest[0]) == 0)) {
            unsigned long length = 0;
            while (__maymust_rest[length] != 0 && __maymust_rest[length] != '=')
                length++;
            if (__maymust_long_name(__maymust_rest, length, longs) != -1 || strchr(options, __maymust_rest[0]) == 0)
                return __maymust_long_option(argc, argv, "-", longs, index, is_quiet, missing);
        }
    }
    return __maymust_short_option(argc, argv, options, is_quiet);
}

int getopt(int argc, char *const *argv, const char *options)
{
    return __maymust_getopt(argc, (char **)argv, options, 0, 0, 0);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
    return __maymust_getopt(argc, (char **)argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
    return __maymust_getopt(argc, (char **)argv, options, longs, index, 1);
}
