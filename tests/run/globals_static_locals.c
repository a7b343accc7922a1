#include <stdio.h>
static int next(void) {
    static int n;
    return ++n;
}

static const char *name(int i) {
    static const char *const t[] = { "zero", "one", "two" };
    static int uses[3];
    uses[i]++;
    static char b[32];
    sprintf(b, "%s%d", t[i], uses[i]);
    return b;
}

static int *keep(int v) {
    static int cell;
    int *old = &cell;
    cell += v;
    return old;
}

static int rec(int n) {
    static int depth, max;
    depth++;
    if (depth > max) max = depth;
    if (n > 0) {
        rec(n - 1);
        if (n % 2) rec(n - 2);
    }
    depth--;
    return max;
}

int a(void) {
    static int s = 1;
    return s *= 2;
}

int b(void) {
    static int s = 1;
    return s *= 3;
}

int main(void) {
    int i;
    for (i = 0; i < 3; i++) next();
    printf("%d\n", next());
    puts(name(1));
    puts(name(2));
    puts(name(1));
    *keep(5) += 1;
    printf("%d\n", *keep(0));
    printf("%d\n", rec(6));
    a();
    b();
    printf("%d %d\n", a(), b());
    for (i = 0; i < 3; i++) {
        static int s = 10;
        int l = 10;
        s++;
        l++;
        printf("%d%d ", s, l);
    }
    puts("");
    static struct { int x, y; } st = { .y = 3 };
    st.x += st.y;
    printf("%d\n", st.x);
    return 0;
}
