/* expected: the timer is running at the end
   The interface goes down without stopping the second timer. */
struct timer { int when; };
static void timer_setup(struct timer *t) { t->when = 0; }
static int mod_timer(struct timer *t, int when) { t->when = when; return 1; }
static int del_timer(struct timer *t) { t->when = 0; return 1; }

static struct timer timers[3];

static void down(int n)
{
    for (int i = 0; i < n; i++)
        del_timer(&timers[i]);
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        timer_setup(&timers[i]);
        mod_timer(&timers[i], 10 * i + 10);
    }
    down(2);
    return 0;
}
