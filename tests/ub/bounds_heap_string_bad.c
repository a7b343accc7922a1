// expect: bounds line 8
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const char *text = "hello";
    char *copy = malloc(strlen(text));
    strcpy(copy, text);
    free(copy);
    return 0;
}
