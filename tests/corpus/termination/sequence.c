// Three loops after one another.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, j = 0, k = __VERIFIER_nondet_int();
    while (i < 10)
        i++;
    while (j < i)
        j++;
    while (k > j)
        k--;
    return 0;
}
