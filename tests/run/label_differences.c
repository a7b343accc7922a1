/* Tables of distances between labels, as glibc's printf has them. */
#include <stdio.h>

static int run(const unsigned char *code)
{
    static const int jump[] = { [0] = &&add - &&add, [1] = &&twice - &&add, [2] = &&end - &&add };
    static const long wide[] = { (long)&&end - (long)&&twice, (char *)&&add - (char *)&&end };
    int x = 0;
#define NEXT goto *(&&add + jump[*code++])
    NEXT;
add:
    x += 1;
    NEXT;
twice:
    x *= 2;
    NEXT;
end:
    if (wide[0] + wide[1] != (char *)&&add - (char *)&&twice)
        return -1;
    return x;
}

static int local(int n)
{
    void *const base = &&zero;
    long far = &&one - &&zero;
    goto *(n ? base + far : base);
zero:
    return 10;
one:
    return 11;
}

int main(void)
{
    printf("%d\n", run((unsigned char[]){ 0, 0, 1, 0, 1, 2 }));
    printf("%d %d\n", local(0), local(1));
    return 0;
}
