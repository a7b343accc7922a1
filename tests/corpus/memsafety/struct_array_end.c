// The last record is one past the end.
// inputs: 4
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

struct record { int id; char name[4]; };
int main(void)
{
    struct record records[4];
    int n = __VERIFIER_nondet_int(), i;
    __VERIFIER_assume(n >= 1 && n <= 4);
    for (i = 0; i < n; i++)
        records[i].id = i;
    records[n].name[0] = 0;
    return records[0].id;
}
