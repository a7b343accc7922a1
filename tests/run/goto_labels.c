#include <stdio.h>
int main(void) {
    int i = 0, n = 0;
    again: if (i < 3) {
        printf("i=%d\n", i);
        i++;
        goto again;
    }
    for (i = 0; i < 5; i++) for (int j = 0; j < 5; j++) {
        if (i * j == 6) goto found;
        n++;
    }
    found: printf("%d %d\n", i, n);
    goto inside;
    {
        int x;
        puts("skipped");
        inside: x = 5;
        printf("x=%d\n", x);
    }
    if (0) {
        into: puts("into if");
    } else if (n < 100) {
        n = 100;
        goto into;
    }
    do {
        if (n == 101) goto end;
        n++;
        goto body;
        puts("never");
        body:;
    } while (1);
    end: {
        __label__ loc;
        int k = 0;
        loc: k++;
        if (k < 3) goto loc;
        printf("%d\n", k);
        {
            __label__ loc;
            goto loc;
            puts("no");
            loc: puts("inner loc");
        }
    }
    while (n) {
        if (n > 50) {
            n -= 40;
            continue;
        }
        if (n < 15) break;
        n--;
    }
    printf("%d\n", n);
    lab: __attribute__((unused));
    return n;
}
