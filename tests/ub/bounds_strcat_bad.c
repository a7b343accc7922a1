// expect: bounds line 6
#include <string.h>
int main(void)
{
    char text[8] = "abcd";
    strcat(text, "efgh");
    return text[4] - 'e';
}
