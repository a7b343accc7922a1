// The counter is a member of a struct.
extern int __VERIFIER_nondet_int(void);

struct job {
    int left;
    int done;
};
static void work(struct job *j)
{
    j->left--;
    j->done++;
}

int main(void)
{
    struct job j = { __VERIFIER_nondet_int(), 0 };
    if (j.left > 1000)
        return 1;
    while (j.left > 0)
        work(&j);
    return 0;
}
