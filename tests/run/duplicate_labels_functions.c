#include <stdio.h>
static int a(int n) {
    loop: if (n > 10) goto end;
    n *= 2;
    goto loop;
    end: return n;
}

static int b(int n) {
    loop: if (n < 3) goto end;
    n -= 3;
    goto loop;
    end: return n;
}

struct end { int end; };
typedef int loop_t;
int main(void) {
    struct end end = { 4 };
    loop: ;
    int loop = a(3);
    if (end.end-- > 2) goto loop;
    end: printf("%d %d %d\n", loop, b(17), end.end);
    return 0;
}
