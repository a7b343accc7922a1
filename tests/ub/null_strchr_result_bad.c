// expect: null-dereference line 7
#include <string.h>
int main(void)
{
    char text[] = "key=value";
    char *at = strchr(text, ':');
    *at = 0;
    return strcmp(text, "key");
}
