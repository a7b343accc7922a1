#include <stdio.h>
#include <stdarg.h>
typedef struct ctx { int depth; void (*log)(struct ctx *, const char *, ...); char buf[100]; int n; } ctx;
static void logger(ctx *c, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    c->n += vsnprintf(c->buf + c->n, sizeof c->buf - c->n, f, ap);
    va_end(ap);
}

static void visit(ctx *c, int n) {
    c->depth++;
    c->log(c, "(%d:%d", c->depth, n);
    if (n > 1) {
        visit(c, n / 2);
        visit(c, n - n / 2 - 1 ? n - n / 2 - 1 : 1);
    }
    c->log(c, ")");
    c->depth--;
}

int main(void) {
    ctx c = { .log = logger };
    visit(&c, 6);
    puts(c.buf);
    printf("%d\n", c.n);
    return 0;
}
