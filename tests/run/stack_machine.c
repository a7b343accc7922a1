#include <stdio.h>
#include <stdlib.h>
enum op { LIT, ADD, SUB, MUL, DIV, JMP, JZ, LOAD, STORE, OUT, CALL, RET, LT, HALT };
struct ins { enum op op; int arg; };
struct vm { const struct ins *code; int pc, sp, fp; long stack[64], mem[16], calls[16]; int steps; };
static int step(struct vm *v) {
    const struct ins *i = &v->code[v->pc++];
    long *s = v->stack;
    v->steps++;
    switch (i->op) {
        case LIT: s[v->sp++] = i->arg;
        break;
        case ADD: v->sp--;
        s[v->sp - 1] += s[v->sp];
        break;
        case SUB: v->sp--;
        s[v->sp - 1] -= s[v->sp];
        break;
        case MUL: v->sp--;
        s[v->sp - 1] *= s[v->sp];
        break;
        case DIV: v->sp--;
        s[v->sp - 1] /= s[v->sp];
        break;
        case LT: v->sp--;
        s[v->sp - 1] = s[v->sp - 1] < s[v->sp];
        break;
        case JMP: v->pc = i->arg;
        break;
        case JZ: if (!s[--v->sp]) v->pc = i->arg;
        break;
        case LOAD: s[v->sp++] = v->mem[i->arg];
        break;
        case STORE: v->mem[i->arg] = s[--v->sp];
        break;
        case OUT: printf("%ld\n", s[--v->sp]);
        break;
        case CALL: v->calls[v->fp++] = v->pc;
        v->pc = i->arg;
        break;
        case RET: v->pc = v->calls[--v->fp];
        break;
        case HALT: return 0;
    }
    return 1;
}

int main(void) {
    static const struct ins fact[] = { { LIT, 1 }, { STORE, 0 }, { LIT, 1 }, { STORE, 1 }, [4] = { LOAD, 1 }, { LIT,
        13 }, { LT }, { JZ, 12 }, { CALL, 14 }, { LOAD, 0 }, { OUT }, { JMP, 4 }, { HALT }, [14] = { LOAD, 0 }, {
        LOAD, 1 }, { MUL }, { STORE, 0 }, { LOAD, 1 }, { LIT, 1 }, { ADD }, { STORE, 1 }, { RET } };
    struct vm v = { fact };
    while (step(&v)) ;
    printf("%d\n", v.steps);
    return v.sp;
}
