/* A small ledger. `maymust check examples/account.c` proves the first two assertions for every input and finds a run that
   fails the third: a transfer of an account to itself. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define ACCOUNTS 4
#define MOST 1000

static int balance[ACCOUNTS];

static int transfer(unsigned from, unsigned to, int amount) {
    if (from >= ACCOUNTS || to >= ACCOUNTS || amount <= 0 || amount > MOST) return 0;
    int source = balance[from], target = balance[to];
    if (source < amount || target > MOST - amount) return 0;
    balance[from] = source - amount;
    balance[to] = target + amount;
    return 1;
}

int main(void) {
    for (int i = 0; i < ACCOUNTS; i++) balance[i] = 100;
    for (;;) {
        unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
        int before = from < ACCOUNTS ? balance[from] : 0;
        if (transfer(from, to, __VERIFIER_nondet_int())) {
            assert(balance[from] >= 0);
            assert(balance[to] <= MOST);
            assert(balance[from] < before);
        }
    }
}
