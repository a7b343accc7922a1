#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

struct context {
    int mode, size, key, flag;
    char text[9];
    unsigned hash;
};

struct entry {
    int key, value;
};

struct node {
    int value;
    struct node *next;
};

static const struct entry entries[5] = { { 3, 30 }, { 7, 70 }, { 11, 110 }, { 19, 190 }, { 23, 230 } };

static const struct entry *find_entry(int key)
{
    int i;
    for (i = 0; i < 5; i++)
        if (entries[i].key == key)
            return &entries[i];
    return 0;
}

