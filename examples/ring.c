// A ring buffer of bytes, with contracts. Two bugs are planted; everything else is proved.
//
// check: --each-function
#include "maymust.h"

#define SIZE 16u

struct ring {
    unsigned head;  /* where the next byte is put */
    unsigned count; /* how many bytes there are */
    unsigned char data[SIZE];
};

invariant(struct ring, self->head < SIZE && self->count <= SIZE);

void ring_put(struct ring *r, unsigned char byte)
    requires(r != 0 && r->count < SIZE)
    ensures(r->count == old(r->count) + 1)
{
    r->data[r->head] = byte;
    r->head = (r->head + 1) % SIZE;
    r->count++;
}

unsigned char ring_get(struct ring *r)
    requires(r != 0 && r->count > 0)
    ensures(r->count == old(r->count) - 1)
{
    unsigned tail = (r->head + SIZE - r->count) % SIZE;
    r->count--;
    return r->data[tail];
}

/* The byte that was put i bytes ago. Bug: for i == head the index wraps below zero. */
unsigned char ring_recent(const struct ring *r, unsigned i)
    requires(r != 0 && i < r->count)
{
    return r->data[r->head - 1 - i]; // fails: bounds
}

/* Drops up to n bytes. Bug: it may drop more than there are. */
void ring_drop(struct ring *r, unsigned n) // fails: contract
    requires(r != 0 && n <= SIZE)
{
    r->count -= n;
}

/* Puts a byte and drops the oldest one if there is no room. */
void ring_push(struct ring *r, unsigned char byte)
    requires(r != 0)
{
    if (r->count == SIZE)
        ring_get(r);
    ring_put(r, byte);
}
