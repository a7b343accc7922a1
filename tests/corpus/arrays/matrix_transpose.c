// Transposing a matrix twice gives it back.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void transpose(int m[3][3])
{
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = i + 1; j < 3; j++) {
            int t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
}

int main(void)
{
    int m[3][3], copy[3][3], i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            m[i][j] = copy[i][j] = __VERIFIER_nondet_int();
    transpose(m);
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            assert(m[i][j] == copy[j][i]);
    transpose(m);
    assert(m[0][2] == copy[0][2]);
    return 0;
}
