#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
int main(void) {
    errno = 5;
    printf("%d\n", errno);
    errno = 0;
    strtol("999999999999999999999", 0, 10);
    printf("%d %s\n", errno == ERANGE, strerror(errno));
    int *p = &errno;
    *p = EINVAL;
    puts(strerror(errno));
    errno = 0;
    double r = sqrt(-1.0);
    printf("%d %d\n", errno == EDOM, r != r);
    void *big = malloc((size_t)-1);
    printf("%d\n", big == NULL);
    return 0;
}
