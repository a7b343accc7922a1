extern int printf(const char *restrict format, ...);
extern char **environ;
int main(int argc, char *argv[]) {
    int i;
    for (i = 1; i < argc; i++) printf("%s\n", argv[i]);
    printf("%d %d\n", argc, argv[0] != 0);
    return argc;
}
