#include <stdio.h>
#define MAX(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) ({ __typeof__(a) t_ = a; a = b; b = t_; (void)0; })
struct p { int x, y; };
int main(void) {
    int i = 3, j = 5;
    printf("%d %d %d\n", MAX(i++, j--), i, j);
    SWAP(i, j);
    printf("%d %d\n", i, j);
    int v = ({ int s = 0; for (int k = 0; k < 5; k++) s += k; s; });
    printf("%d\n", v);
    printf("%d\n", ({ struct p p = { 1, 2 }; p; }).y);
    int r = ({ goto skip; 1; });
    r = 100;
    skip: r = 7;
    printf("%d\n", r);
    printf("%d\n", 1 + ({ if (i) j = 9; j; }) * 2);
    ({ ; });
    ({ puts("void"); });
    while (({ i--; i > 0; })) printf("%d ", i);
    puts("");
    printf("%d\n", MAX(MAX(1, 4), MAX(3, 2)));
    char *s = ({ static char b[] = "static"; b; });
    puts(s);
    for (i = 0; ({ i < 3; }); ({ i++; })) {
        if (({ i == 1; })) continue;
        printf("%d\n", i);
    }
    return ({ 5; });
}
