/* Two callbacks; if the second cannot be registered, the first is removed again. */
typedef void (*callback)(int);
static callback table[2];
static int used;
static int register_callback(callback c) { if (used == 2) return -1; table[used++] = c; return 0; }
static int unregister_callback(callback c) { used--; return c == table[used] ? 0 : -1; }

static int seen;
static void on_key(int key) { seen += key; }
static void on_mouse(int button) { seen -= button; }

static int load(void)
{
    if (register_callback(on_key))
        return -1;
    if (register_callback(on_mouse)) {
        unregister_callback(on_key);
        return -1;
    }
    return 0;
}

int main(void)
{
    if (load())
        return 1;
    for (int i = 0; i < used; i++)
        table[i](i);
    unregister_callback(on_mouse);
    unregister_callback(on_key);
    return 0;
}
