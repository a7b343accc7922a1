// The door may open while the elevator moves.
// inputs: 1,1,1,7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int floor_now, door_open, moved;
static void command(int c)
{
    moved = 0;
    if (c == 0) {
        door_open = !door_open;
        return;
    }
    if (c > 5)
        door_open = 1;
    if (c > 0 && floor_now < 4) {
        floor_now++;
        moved = 1;
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        command(__VERIFIER_nondet_int());
        assert(!(moved && door_open));
    }
    return 0;
}
