// expect: ok
struct record { int count; int values[2]; };
int main(void)
{
    struct record r = { 2, { 5, 6 } };
    int i, sum = 0;
    for (i = 0; i < r.count; i++)
        sum += r.values[i];
    return sum - 11;
}
