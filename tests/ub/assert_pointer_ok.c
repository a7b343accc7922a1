// expect: ok
#include <assert.h>
#include <string.h>
int main(void)
{
    char text[] = "abc";
    char *p = strchr(text, 'b');
    assert(p != 0);
    return 0;
}
