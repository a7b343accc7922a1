// Contracts: what is required is checked at calls and assumed at the entry; what is ensured is checked at the end.
//
// check: --each-function
#include "maymust.h"

int half(int x) requires(x >= 0) ensures(result * 2 <= x && result >= 0);
int half(int x) { return x / 2; }

int twice(int x) requires(-1000 < x && x < 1000) ensures(result == 2 * x) { return x + x; }

int wrong(int x) requires(0 < x && x < 100) ensures(result > x) { return x == 57 ? x : x + 1; } // fails: contract

int counter;
void count_up(void) requires(counter < 1000) ensures(counter == old(counter) + 1) { counter++; }
void count_twice(void) requires(counter < 500) ensures(counter == old(counter) + 2) { count_up(); count_up(); }

int *same(int *p) __attribute__((nonnull, returns_nonnull));
int caller_good(int y) { int x = y; return half(y & 255) + twice(7) + (*same(&x) & 1); }
int caller_bad(int y) { return half(y); } // fails: contract

int declared(int x) ensures(0 <= result && result < 10);
int uses_declared(void) { static const int a[10] = {1}; return a[declared(3)]; }

int *same(int *p) { return p; }
int deref(int *p) __attribute__((nonnull));
int deref(int *p) { return *p; }
int caller_null(int c) { int x = 1; return deref(c ? &x : 0); } // fails: contract
int *never_null(int *p, int c) __attribute__((returns_nonnull));
int *never_null(int *p, int c) { return c ? p : 0; } // fails: contract

long sum(const int *a, unsigned n) requires(n <= 1 && valid(a, n)) { return n ? a[0] : 0; }
int caller_sum(void) { int a[1] = {3}; return sum(a, 1) != 3; }
int caller_sum_bad(int *p) { return sum(p, 1) != 3; } // fails: contract

struct ring { unsigned head, n; };
invariant(struct ring, self->n <= 8 && self->head < 8);

void keeps(struct ring *r) requires(r != 0) { if (r->n < 8) r->n++; r->head = (r->head + 1) % 8; }
void breaks(struct ring *r) requires(r != 0) { r->n++; } // fails: contract
static void helper(struct ring *r) { if (r) r->n = r->head; }
void uses_helper(struct ring *r) { helper(r); }

void start(struct ring *r) requires(r != 0) establishes { r->n = r->head = 0; }
int started(void) { struct ring r; start(&r); keeps(&r); return (int)r.n; }
int not_started(void) { struct ring r; r.head = 9; r.n = 0; keeps(&r); return (int)r.n; } // fails: contract
void free(void *);
void end(struct ring *r) requires(r != 0);
void *malloc(unsigned long);
int whole_life(void) { struct ring *r = malloc(sizeof *r); start(r); end(r); return 0; }
void end(struct ring *r) { r->n = 0; }
