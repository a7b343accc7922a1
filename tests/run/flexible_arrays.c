#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct msg { unsigned short len; char kind; char data[]; };
struct zero { int n; int v[0]; };
static struct msg hello = { 5, 'k', "hello" };
static struct { int n; int v[]; } fx = { 3, { 1, 2, 3 } };
int main(void) {
    struct msg *m = malloc(sizeof *m + 10);
    m->len = 9;
    m->kind = 'z';
    strcpy(m->data, "flexible!");
    printf("%zu %d %c %s\n", sizeof *m, m->len, m->kind, m->data);
    printf("%s %d %d\n", hello.data, hello.len, fx.v[2]);
    struct zero *z = malloc(sizeof(struct zero) + 4 * sizeof(int));
    int i;
    z->n = 4;
    for (i = 0; i < z->n; i++) z->v[i] = i * i;
    printf("%d %d %zu\n", z->v[3], z->v[1], sizeof *z);
    struct msg copy = *m;
    printf("%d %c\n", copy.len, copy.kind);
    m = realloc(m, sizeof *m + 20);
    strcat(m->data, " more");
    puts(m->data);
    free(m);
    free(z);
    return 0;
}
