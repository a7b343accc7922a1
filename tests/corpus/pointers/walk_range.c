// A pointer walks an array from begin to end.
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int data[8];
    int *p, total = 0;
    for (p = data; p != data + 8; p++)
        *p = (int)(p - data);
    for (p = data; p < data + 8; ++p)
        total += *p;
    assert(total == 28);
    assert(p - data == 8);
    return 0;
}
