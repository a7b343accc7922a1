// The work is not counted.
// inputs: 2
extern int __VERIFIER_nondet_int(void);

struct job {
    int left;
    int done;
};
static void work(struct job *j)
{
    if (j->done < 3)
        j->done++;
}

int main(void)
{
    struct job j = { __VERIFIER_nondet_int(), 0 };
    while (j.left > 0)
        work(&j);
    return 0;
}
