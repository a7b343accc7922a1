// Options as glibc reads them: in any order, shortened, with arguments that are missing, repeated from the start.
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static int flag;
static const struct option longs[] = {
    {"verbose", no_argument, 0, 'v'},   {"version", no_argument, 0, 'V'}, {"output", required_argument, 0, 'o'},
    {"level", optional_argument, 0, 'l'}, {"set", no_argument, &flag, 7},   {0, 0, 0, 0},
};

static void parse(const char *options, const char *line, int use_long)
{
    char text[128];
    char *argv[16] = {"prog"};
    int argc = 1;
    strcpy(text, line);
    for (char *word = strtok(text, " "); word; word = strtok(0, " "))
        argv[argc++] = word;
    optind = 0;
    opterr = 0;
    flag = 0;
    printf("%s | %s:", options, line);
    for (;;) {
        int index = -1;
        int c = use_long ? getopt_long(argc, argv, options, longs, &index) : getopt(argc, argv, options);
        if (c == -1)
            break;
        printf(" %d", c);
        if (optarg)
            printf("=%s", optarg);
        if (index >= 0)
            printf("@%d", index);
        if (c == '?' || c == ':')
            printf("(%d)", optopt);
        printf("/%d", optind);
    }
    printf(" flag %d, rest %d:", flag, optind);
    for (int i = optind; i < argc; i++)
        printf(" %s", argv[i]);
    printf(" of");
    for (int i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n");
}

int main(void)
{
    static const char *const words[] = {"-a", "-b", "x", "-bx", "-ab", "-c", "--", "-", "--output", "--out=y", "--ver",
                                        "--verb", "--level=3", "--level", "--set", "--nothing", "y", "-acb"};
    static const char *const options[] = {"ab:c::", ":ab:c::", "+ab:c::", "-ab:c::"};
    unsigned seed = 1;
    for (int round = 0; round < 60; round++) {
        char line[128] = "";
        int n = 1 + round % 5;
        for (int i = 0; i < n; i++) {
            seed = seed * 1103515245u + 12345u;
            strcat(line, words[(seed >> 16) % (sizeof words / sizeof *words)]);
            strcat(line, " ");
        }
        parse(options[round / 2 % 4], line, round % 2);
    }
    return 0;
}
