#include <stdio.h>
typedef struct machine machine;
typedef void state(machine *, char);
struct machine { state *now; int words, numbers, errors; };
static state idle, word, number;
static void idle(machine *m, char c) {
    if (c >= 'a' && c <= 'z') {
        m->words++;
        m->now = word;
    } else if (c >= '0' && c <= '9') {
        m->numbers++;
        m->now = number;
    } else if (c != ' ') m->errors++;
}

static void word(machine *m, char c) {
    if (c == ' ') m->now = idle;
    else if (!(c >= 'a' && c <= 'z')) {
        m->errors++;
        m->now = &idle;
    }
}

static void number(machine *m, char c) {
    if (c == ' ') m->now = idle;
    else if (c < '0' || c > '9') {
        m->errors++;
        m->now = idle;
    }
}

int main(void) {
    machine m = { idle };
    for (const char *s = "hello 123 w0rld ?? 45x end"; *s; s++) m.now(&m, *s);
    printf("%d %d %d %d\n", m.words, m.numbers, m.errors, m.now == word);
    return 0;
}
