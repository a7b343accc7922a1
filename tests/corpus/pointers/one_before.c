// Pointers that lie before or behind an array until an index brings them back, as with arrays that count from one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int before = 1;
int cells[2];
int behind = 1;
int *fixed = cells - 1;

int main(void)
{
    int *low = cells - 1, *high = cells + 9;
    int which = __VERIFIER_nondet_int();
    if (which == 0)
        low[1] = 5;
    else if (which == 1)
        high[-8] = 6;
    else
        fixed[2] = 7;
    if (cells[0] != 5 && cells[1] != 6 && cells[1] != 7)
        reach_error();
    if (before != 1 || behind != 1)
        reach_error();
    return 0;
}
