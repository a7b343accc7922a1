/* Contracts for maymust; other compilers see nothing of them.
 *
 *   int ring_get(struct ring *r, int *out)
 *       requires(r != 0 && valid(out, 1))
 *       ensures(result == 0 || r->count == old(r->count) - 1);
 *
 * requires(c)      holds before every call: checked where the function is called, assumed where it is checked by itself.
 * ensures(c)       holds after every call; `result` is what the function gives, old(e) what e was before the call.
 * invariant(T, c)  holds of every T between calls of public functions that get a pointer to one; the object is *self.
 * establishes      of a function that initialises: it finds no invariants, and leaves them.
 * valid(p, n)      in a condition: p points to n elements that may be read.
 *
 * Conditions are C without side effects. A function that is only declared gives a result for which its ensures hold.
 */
#ifndef MAYMUST_H
#define MAYMUST_H

#ifdef __MAYMUST__
#define requires(...) __attribute__((maymust_requires(#__VA_ARGS__, (__VA_ARGS__))))
#define ensures(...) __attribute__((maymust_ensures(#__VA_ARGS__, (__VA_ARGS__))))
#define invariant(type, ...) \
    static int maymust_invariant(type *self) __attribute__((maymust_invariant(#__VA_ARGS__, (__VA_ARGS__))))
#define establishes __attribute__((maymust_establishes("", 1)))
#else
#define requires(...)
#define ensures(...)
#define invariant(type, ...) extern int maymust_is_not_here
#define establishes
#endif

#endif
