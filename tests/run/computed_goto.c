#include <stdio.h>
enum { PUSH, ADD, MUL, DUP, JNZ, DEC, PRINT, HALT };
static int run(const int *code) { static void *ops[] = { &&push, &&add, &&mul, &&dup, &&jnz, &&dec, &&print, &&halt }; int st[20], sp = 0; const int *pc = code;
#define NEXT goto *ops[*pc++]
    NEXT; push: st[sp++] = *pc++; NEXT; add: sp--; st[sp - 1] += st[sp]; NEXT; mul: sp--; st[sp - 1] *= st[sp]; NEXT; dup: st[sp] = st[sp - 1]; sp++; NEXT; dec: st[sp - 1]--; NEXT; jnz: if (st[sp - 1]) pc = code + *pc; else pc++; NEXT; print: printf("%d\n", st[sp - 1]); NEXT; halt: return st[sp - 1]; }
int main(void) { int p[] = { PUSH, 3, PUSH, 4, ADD, DUP, MUL, PRINT, PUSH, 3, PRINT, DEC, JNZ, 10, HALT }; printf("%d\n", run(p)); void *t = &&a; int n = 0; goto *t; b: puts("b"); n += 10; if (n < 30) goto *(n < 20 ? &&a : &&c); a: puts("a"); n++; goto b; c: printf("%d %d\n", n, &&a != &&b); return 0; }
