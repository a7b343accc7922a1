// expect: ok
#include <string.h>
int main(void)
{
    char text[8] = "abcd";
    strcat(text, "efg");
    return text[4] - 'e';
}
