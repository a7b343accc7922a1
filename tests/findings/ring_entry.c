// ask: --engine structural --entry ring_put --check bounds,null,overflow --trace full
struct ring {
    unsigned head, tail;
    unsigned char buf[16];
    int count;
};

int ring_put(struct ring *r, unsigned char x)
{
    if (!r || r->count >= 16)
        return -1;
    r->buf[r->head] = x;
    r->head = (r->head + 1) % 16;
    r->count++;
    return 0;
}
