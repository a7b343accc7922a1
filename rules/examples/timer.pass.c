/* A watchdog that is restarted with every packet. */
struct timer { int when; void (*run)(struct timer *); };
static void timer_setup(struct timer *t, void (*run)(struct timer *)) { t->run = run; }
static int mod_timer(struct timer *t, int when) { t->when = when; return 1; }
static int del_timer_sync(struct timer *t) { t->when = 0; return 1; }

static struct timer watchdog;
static int alarms;
static void alarm_now(struct timer *t) { alarms += t->when; }

int main(void)
{
    timer_setup(&watchdog, alarm_now);
    for (int packet = 1; packet < 4; packet++)
        mod_timer(&watchdog, packet * 100);
    watchdog.run(&watchdog);
    del_timer_sync(&watchdog);
    return 0;
}
