#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct e { char *k; int v; struct e *n; };
struct h { struct e **b; unsigned size, count; };
static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static void grow(struct h *t) {
    unsigned i, ns = t->size ? t->size * 2 : 4;
    struct e **nb = calloc(ns, sizeof *nb);
    for (i = 0; i < t->size; i++) {
        struct e *x = t->b[i], *n;
        for (; x; x = n) {
            n = x->n;
            unsigned j = hash(x->k) % ns;
            x->n = nb[j];
            nb[j] = x;
        }
    }
    free(t->b);
    t->b = nb;
    t->size = ns;
}

static int *at(struct h *t, const char *k) {
    struct e *x;
    if (t->size) for (x = t->b[hash(k) % t->size]; x; x = x->n) if (!strcmp(x->k, k)) return &x->v;
    if (t->count >= t->size) grow(t);
    x = malloc(sizeof *x);
    x->k = strdup(k);
    x->v = 0;
    unsigned j = hash(k) % t->size;
    x->n = t->b[j];
    t->b[j] = x;
    t->count++;
    return &x->v;
}

int main(void) {
    struct h t = { 0 };
    const char *text = "the quick brown fox jumps over the lazy dog the fox";
    char w[20];
    int n = 0;
    for (;; text++) {
        if (*text == ' ' || !*text) {
            w[n] = 0;
            ++*at(&t, w);
            n = 0;
            if (!*text) break;
        } else w[n++] = *text;
    }
    printf("%u", t.count);
    printf(" %u", t.size);
    printf(" %d", *at(&t, "the"));
    printf(" %d", *at(&t, "fox"));
    printf(" %d\n", *at(&t, "none"));
    unsigned i;
    long sum = 0;
    for (i = 0; i < t.size; i++) {
        struct e *x = t.b[i], *nx;
        for (; x; x = nx) {
            nx = x->n;
            sum += x->v * (i + 1);
            free(x->k);
            free(x);
        }
    }
    free(t.b);
    printf("%ld\n", sum);
    return 0;
}
