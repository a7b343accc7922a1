#include <stdio.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
static void h(int s) {
    (void)s;
}

int main(void) {
    char *l = setlocale(LC_ALL, "C");
    puts(l);
    puts(setlocale(LC_ALL, NULL));
    printf("%s\n", localeconv()->decimal_point);
    signal(SIGINT, h);
    printf("%d\n", signal(SIGINT, SIG_DFL) == h);
    return 0;
}
