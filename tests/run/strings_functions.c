#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <strings.h>
static int sg(int x) {
    return (x > 0) - (x < 0);
}

int main(void) {
    char b[64], t[] = "a,b;;c d", *p, *save;
    printf("%zu %zu\n", strlen("hello"), strnlen("hello", 3));
    strcpy(b, "abc");
    strcat(b, "def");
    strncat(b, "ghijk", 2);
    puts(b);
    memset(b, '#', 20);
    strncpy(b, "xy", 5);
    printf("%d %c %s\n", b[4], b[5], b);
    printf("%d %d %d %d\n", sg(strcmp("abc", "abd")), sg(strcmp("b", "a")), strcmp("x", "x"), sg(strcmp("ab",
        "abc")));
    printf("%d %d %d\n", strncmp("abcX", "abcY", 3), sg(strcasecmp("HeLLo", "hEllO")), sg(strncasecmp("ABC", "abd",
        3)));
    puts(strchr("find me", 'm'));
    puts(strrchr("a/b/c", '/'));
    printf("%d\n", strchr("x", 'q') == NULL);
    puts(strstr("haystack with needle", "needle"));
    printf("%d %zu %zu\n", strstr("aaa", "b") == 0, strspn("aabbc", "ab"), strcspn("hello, world", " ,"));
    puts(strpbrk("key=value", "=:"));
    for (p = strtok(t, ",; "); p; p = strtok(NULL, ",; ")) printf("<%s>", p);
    puts("");
    char u[] = "1-2-3";
    for (p = strtok_r(u, "-", &save); p; p = strtok_r(0, "-", &save)) printf("%s ", p);
    puts("");
    char *d = strdup("dup"), *n = strndup("abcdef", 4);
    printf("%s %s\n", d, n);
    free(d);
    free(n);
    memmove(b, "overlapping", 12);
    memmove(b + 2, b, 9);
    b[11] = 0;
    puts(b);
    printf("%d %d\n", memcmp("abc", "abc", 3), sg(memcmp("a\0b", "a\0c", 3)));
    printf("%s\n", (char *)memchr("search", 'r', 6));
    puts(strerror(2));
    puts(strerror(0));
    bzero(b, 3);
    printf("%d", b[2]);
    printf(" %s\n", stpcpy(b, "end") - 1);
    printf("%zu\n", strxfrm(0, "abc", 0));
    return 0;
}
