// ask: --engine structural --entry ring_put --check bounds,null,overflow --trace full
struct ring {
    unsigned head;
    int count;
    unsigned char buf[2];
};

int ring_put(struct ring *r, unsigned char x)
{
    if (!r || r->count != 1 || r->head < 17 || r->head > 17 || x != 'x' || r->buf[0] != 7 || r->buf[1] != 8)
        return -1;
    r->buf[r->head] = x;
    r->head = (r->head + 1) % 2;
    r->count++;
    return 0;
}
