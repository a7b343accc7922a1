#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct json { enum { NUL, NUM, STR, ARR, OBJ } kind; union { double num; char *str; struct { int n;
    struct json **items; char **keys; }; }; };
static const char *p;
static struct json *value(void);
static void ws(void) {
    while (*p == ' ' || *p == '\n') p++;
}

static char *string(void) {
    const char *s = ++p;
    while (*p != '"') p++;
    return strndup(s, p++ - s);
}

static struct json *value(void) {
    struct json *j = calloc(1, sizeof *j);
    ws();
    if (*p == '"') {
        j->kind = STR;
        j->str = string();
    } else if (*p == '[' || *p == '{') {
        char close = *p == '[' ? ']' : '}';
        j->kind = *p++ == '[' ? ARR : OBJ;
        for (ws(); *p != close; ws()) {
            j->items = realloc(j->items, (j->n + 1) * sizeof *j->items);
            if (j->kind == OBJ) {
                j->keys = realloc(j->keys, (j->n + 1) * sizeof *j->keys);
                j->keys[j->n] = string();
                ws();
                p++;
            }
            struct json *v = value();
            j->items[j->n++] = v;
            ws();
            if (*p == ',') p++, ws();
        }
        p++;
    } else if (!strncmp(p, "null", 4)) p += 4;
    else {
        char *e;
        j->kind = NUM;
        j->num = strtod(p, &e);
        p = e;
    }
    return j;
}

static void show(struct json *j, int d) {
    int i;
    switch (j->kind) {
        case NUL: printf("null");
        break;
        case NUM: printf("%g", j->num);
        break;
        case STR: printf("'%s'", j->str);
        break;
        case ARR: case OBJ: puts(j->kind == ARR ? "[" : "{");
        for (i = 0; i < j->n; i++) {
            printf("%*s", d * 2 + 2, "");
            if (j->kind == OBJ) printf("%s: ", j->keys[i]);
            show(j->items[i], d + 1);
            puts("");
        }
        printf("%*s%c", d * 2, "", j->kind == ARR ? ']' : '}');
    }
}

static void fr(struct json *j) {
    int i;
    if (j->kind == STR) free(j->str);
    if (j->kind >= ARR) {
        for (i = 0; i < j->n; i++) {
            fr(j->items[i]);
            if (j->keys) free(j->keys[i]);
        }
        free(j->items);
        free(j->keys);
    }
    free(j);
}

int main(void) {
    p = "{\"a\": [1, 2.5, -3e2, null], \"b\": {\"c\": \"text\", \"d\": []}, \"e\": 0.1}";
    struct json *j = value();
    show(j, 0);
    puts("");
    fr(j);
    return 0;
}
