// expect: ok
struct node { int value; struct node *next; };
int main(void)
{
    struct node last = { 2, 0 };
    struct node first = { 1, &last };
    struct node *p = &first;
    int sum = 0;
    while (p) {
        sum += p->value;
        p = p->next;
    }
    return sum - 3;
}
