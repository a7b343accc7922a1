#include <stdio.h>
struct co { int line, i, j; };
static int gen(struct co *c) {
    switch (c->line) {
        case 0: for (c->i = 0; c->i < 3; c->i++) {
            for (c->j = 0; c->j < 2; c->j++) {
                c->line = 1;
                return c->i * 10 + c->j;
                case 1:;
            }
            c->line = 2;
            return 100 + c->i;
            case 2:;
        }
    }
    c->line = 3;
    return -1;
    case3: ;
    return -2;
}

int main(void) {
    struct co a = { 0 }, b = { 0 };
    int i, v;
    for (i = 0; i < 20 && (v = gen(&a)) != -1; i++) {
        printf("%d ", v);
        if (i % 2) printf("[%d] ", gen(&b));
    }
    puts("");
    return i;
}
