// An elevator between floors 0 and 4 with a door that is shut while it moves.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static int floor_now, door_open;
static void move(int direction)
{
    if (door_open)
        return;
    if (direction > 0 && floor_now < 4)
        floor_now++;
    else if (direction < 0 && floor_now > 0)
        floor_now--;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int before = floor_now;
        int command = __VERIFIER_nondet_int();
        if (command == 0)
            door_open = !door_open;
        else
            move(command);
        assert(!door_open || floor_now == before);
        assert(floor_now >= 0 && floor_now <= 4);
    }
    return 0;
}
