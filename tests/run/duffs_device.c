#include <stdio.h>
static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
        case 0: do {
            *to++ = *from++;
            case 7: *to++ = *from++;
            case 6: *to++ = *from++;
            case 5: *to++ = *from++;
            case 4: *to++ = *from++;
            case 3: *to++ = *from++;
            case 2: *to++ = *from++;
            case 1: *to++ = *from++;
        } while (--n > 0);
    }
}

int main(void) {
    char b[40];
    int n;
    for (n = 1; n < 30; n += 3) {
        copy(b, "abcdefghijklmnopqrstuvwxyz0123456789", n);
        b[n] = 0;
        puts(b);
    }
    int k = 0;
    switch (2) {
        while (k < 3) {
            case 1: printf("one %d\n", k);
            case 2: printf("two %d\n", k);
            k++;
        }
    }
    if (k) {
        switch (k) {
            case 3: if (0) {
                case 9: puts("nine");
            } else {
                puts("three");
            }
        }
    }
    return k;
}
