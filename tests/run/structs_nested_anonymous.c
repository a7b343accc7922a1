#include <stdio.h>
struct v { int tag; union { int i; double d; struct { char a, b; }; struct { short lo, hi; } w; }; struct { int x, y; } pos, *link; };
struct list { struct list *next; struct { const char *k; int v; } kv[2]; };
int main(void)
{
    struct v v = { .tag = 1, .d = 2.5, .pos = { 3, 4 } }; v.link = &v.pos; printf("%d %g %d %d\n", v.tag, v.d, v.link->x, v.pos.y);
    v.i = 0; v.a = 'p'; v.b = 'q'; printf("%c%c %d %d\n", v.a, v.b, v.w.lo == ('q' << 8 | 'p'), v.i);
    v.w.hi = -1; printf("%x\n", v.i);
    struct list l2 = { 0, { { "c", 3 }, { "d", 4 } } }, l1 = { &l2, { { "a", 1 }, { "b", 2 } } }, *p; int i;
    for (p = &l1; p; p = p->next) for (i = 0; i < 2; i++) printf("%s=%d\n", p->kv[i].k, p->kv[i].v);
    printf("%d\n", l1.next->kv[1].v); struct { int q; } anon = { 6 }, *pa = &anon; pa->q *= 7; printf("%d\n", anon.q);
    return 0;
}
