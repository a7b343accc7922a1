// expect: ok
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const char *text = "hello";
    char *copy = malloc(strlen(text) + 1);
    strcpy(copy, text);
    free(copy);
    return 0;
}
