// ask: --check memory --trace none
#include <string.h>

struct packet {
    char name[4];
    int length;
};

int main(void)
{
    char text[] = "longer than that";
    struct packet p = { "abc", 3 };
    memcpy(&p, text, sizeof text);
    return p.length;
}
