#include <stdio.h>
int main(void) {
    char b[30];
    int n, r;
    r = printf("%s\n", "count");
    printf("%d\n", r);
    putchar('a');
    putc('b', stdout);
    fputc('c', stdout);
    fputs("def", stdout);
    puts("");
    fprintf(stdout, "%d-%s\n", 5, "x");
    fprintf(stderr, "to stderr\n");
    r = fwrite("raw\0bytes\n", 1, 10, stdout);
    printf("%d\n", r);
    r = snprintf(b, 5, "%d", 123456);
    printf("%d %s\n", r, b);
    r = sprintf(b, "%x|%n", 255, &n);
    printf("%d %d %s\n", r, n, b);
    r = snprintf(NULL, 0, "%s", "measure");
    printf("%d\n", r);
    fflush(stdout);
    fflush(NULL);
    printf("%d ", getchar());
    printf("%d\n", feof(stdin) != 0);
    printf("%d\n", fgets(b, 10, stdin) == NULL);
    perror("perror");
    setvbuf(stdout, 0, _IONBF, 0);
    printf("no newline at end");
    return 0;
}
