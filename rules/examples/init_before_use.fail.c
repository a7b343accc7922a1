/* expected: the device is used before it is initialised
   The result of device_init is not looked at. */
struct device { int port; int open; };
static int device_init(struct device *d) { d->open = d->port % 2; return d->open ? 0 : -5; }
static int device_read(struct device *d) { return d->port * 10; }
static void device_shutdown(struct device *d) { d->open = 0; }

static struct device devices[3];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        devices[i].port = i + 1;
        device_init(&devices[i]);
        sum += device_read(&devices[i]);
        device_shutdown(&devices[i]);
    }
    return sum > 100;
}
