/* A cleanup runs whenever its variable's block is left: at the end, by goto, break, continue, return. */
#include <stdio.h>
#include <stdlib.h>

static int depth;

static void bye(int *p)
{
    printf("%*sbye %d\n", depth, "", *p);
}

static void release(char **p)
{
    printf("release %s\n", *p ? *p : "(none)");
    free(*p);
}

#define CLEAN(f) __attribute__((__cleanup__(f)))

static int by_every_way(int n)
{
    int a CLEAN(bye) = n;
    if (n == 0)
        goto out;
    if (n > 5)
        return a++ * 2;
    {
        CLEAN(bye) int b = n + 100, c CLEAN(bye) = n + 200;
        if (n == 3)
            goto out;
        b++;
        (void)c;
    }
    for (int i = 0; i < 3; i++) {
        int d CLEAN(bye) = 1000 + i;
        if (i == 1)
            continue;
        if (n == 2)
            break;
        d += 10;
    }
    for (int e CLEAN(bye) = 0; e < 2; e++)
        depth = 1;
    depth = 0;
    switch (n) {
    case 1: {
        int f CLEAN(bye) = 7;
        break;
    }
    default:
        break;
    }
    a += 10000;
out:
    return a;
}

static int before_the_declaration(int n)
{
    if (n)
        goto skip;
    int late CLEAN(bye) = 55;
    printf("declared %d\n", late);
    return 1;
skip:
    late = 66;
    return 2;
}

static char *word(const char *text)
{
    char *copy CLEAN(release) = malloc(16);
    snprintf(copy, 16, "%s", text);
    char *result = copy;
    copy = NULL;
    return result;
}

int main(void)
{
    for (int i = 0; i < 8; i++)
        printf("= %d\n", by_every_way(i));
    printf("%d\n", before_the_declaration(0));
    printf("%d\n", before_the_declaration(1));
    char *w CLEAN(release) = word("held");
    int v = ({ int x CLEAN(bye) = 3; x + 1; });
    printf("value %d of %s\n", v, w);
    return 0;
}
