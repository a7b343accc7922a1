// expect: assertion line 8
#include <assert.h>
#include <string.h>
int main(void)
{
    char text[] = "abc";
    char *p = strchr(text, 'x');
    assert(p != 0);
    return 0;
}
