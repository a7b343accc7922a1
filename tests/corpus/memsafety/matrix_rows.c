// Rows allocated one by one, freed one by one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int *rows[3] = { 0, 0, 0 };
    int n = __VERIFIER_nondet_int(), i;
    __VERIFIER_assume(n >= 0 && n <= 3);
    for (i = 0; i < n; i++) {
        rows[i] = malloc(2 * sizeof(int));
        if (!rows[i])
            break;
        rows[i][0] = rows[i][1] = i;
    }
    for (i = 0; i < 3; i++)
        free(rows[i]);
    return 0;
}
