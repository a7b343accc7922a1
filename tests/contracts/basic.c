// Contracts: what is required is checked at calls and assumed at the entry; what is ensured is checked at the end.
//
// expect: --each-function
//   proved: half, twice, count_up, caller_good, uses_declared, keeps
//   fails: wrong_result caller_bad caller_null breaks
#include "maymust.h"

int half(int x) requires(x >= 0) ensures(result * 2 <= x && result >= 0);
int half(int x) { return x / 2; }

int twice(int x) requires(-1000 < x && x < 1000) ensures(result == 2 * x) { return x + x; }

int wrong_result(int x) requires(x < 100 && x > 0) ensures(result > x) { return x == 57 ? x : x + 1; }

int counter;
void count_up(void) requires(counter < 1000) ensures(counter == old(counter) + 1) { counter++; }

int caller_good(int y) { return half(y & 255) + twice(7); }
int caller_bad(int y) { return half(y - 1 < y ? y : 0); }

int declared(int x) ensures(0 <= result && result < 10);
int uses_declared(void) { static const int a[10] = {1}; return a[declared(3)]; }

int *find(int *p) __attribute__((nonnull, returns_nonnull));
int *find(int *p) { return p; }
int caller_null(int c) { int x = 1; return *find(c ? &x : 0); }

struct ring { unsigned head, n; };
invariant(struct ring, self->n <= 8 && self->head < 8);

void keeps(struct ring *r) requires(r != 0) { if (r->n < 8) r->n++; r->head = (r->head + 1) % 8; }
void breaks(struct ring *r) requires(r != 0) { r->n++; }
