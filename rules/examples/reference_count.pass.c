/* A cache keeps a reference of its own. */
struct object { int count; int name; };
static struct object objects[2];
static int made;
static struct object *object_new(void)
{
    if (made == 2)
        return 0;
    objects[made].count = 1;
    return &objects[made++];
}
static void object_get(struct object *o) { o->count++; }
static void object_put(struct object *o) { o->count--; }
static int object_name(struct object *o) { return o->name; }

static struct object *cache;

int main(void)
{
    struct object *o = 0;
    while ((o = object_new())) {
        if (cache)
            object_put(cache);
        object_get(o);
        cache = o;
        o->name = object_name(o) + 1;
        object_put(o);
    }
    if (cache)
        object_put(cache);
    return 0;
}
