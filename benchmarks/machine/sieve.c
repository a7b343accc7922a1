#include <stdio.h>
static char composite[5000001];
int main(void)
{
    int n = 5000000, count = 0;
    for (int i = 2; i <= n; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j <= n; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    return 0;
}
