// expect: ok
struct record { int head[3]; int tail; };
static int get(struct record *r, int i) { return r->head[i]; }
int main(void)
{
    struct record r = { { 1, 2, 3 }, 4 };
    return get(&r, 2) - 3;
}
