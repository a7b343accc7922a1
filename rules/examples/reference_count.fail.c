/* expected: the object is used after its last reference was given back
   The name is asked for after the reference went back. */
struct object { int count; int name; };
static struct object only;
static struct object *object_new(void) { only.count = 1; return &only; }
static void object_get(struct object *o) { o->count++; }
static void object_put(struct object *o) { o->count--; }
static int object_name(struct object *o) { return o->name; }

static int visit(struct object *o)
{
    object_get(o);
    object_put(o);
    return object_name(o);
}

int main(void)
{
    struct object *o = object_new();
    int name = visit(o);
    object_put(o);
    return name + object_name(o);
}
