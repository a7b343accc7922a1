/* The data is prepared under the lock and copied outside. */
void spin_lock(int *lock);
void spin_unlock(int *lock);
void copy_to_user(char *to, const char *from, int n);
void msleep(int ms);

static int lock;
static char ring[8], out[8];

static int take(void)
{
    int n = 0;
    spin_lock(&lock);
    while (n < 8 && ring[n]) {
        out[n] = ring[n];
        n++;
    }
    spin_unlock(&lock);
    return n;
}

int main(void)
{
    static char user[8];
    ring[0] = 'a';
    ring[1] = 'b';
    for (int i = 0; i < 2; i++) {
        int n = take();
        copy_to_user(user, out, n);
        msleep(10);
    }
    return 0;
}
