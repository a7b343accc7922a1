// expect: ok
struct big { char head[32]; int tail[4]; };
static int get(struct big *b, int i)
{
    return b->tail[i];
}
int main(void)
{
    struct big b = { "x", { 1, 2, 3, 4 } };
    return get(&b, 2) - 3;
}
