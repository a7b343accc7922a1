/* Statement expressions with jumps out of them. */
#include <stdio.h>
#define max(a,b) ({ __auto_type _a=(a); __typeof__(b) _b=(b); _a>_b?_a:_b; })
#define swap(a,b) do { __typeof__(a) t_=(a); (a)=(b); (b)=t_; } while(0)
#define container_of(p,t,m) ({ const __typeof__(((t*)0)->m)*__m=(p); (t*)((char*)__m-__builtin_offsetof(t,m)); })
struct n {
    int v;
    struct {
        int k;
    }
    l;
};

static int f(int n)
{
    return ({ if (n<0) return -1; int s = 0; while (n) { s += n--; if (s>20) goto done; } s; });
    done: return 99;
}

static struct n g(void)
{
    return ({ struct n x = {4, {5}}; x; });
}

int main(void)
{
    int i = 1, j = 2;
    {
        int mm = max(i++, j++);
        printf("%d %d %g\n", mm, i+j, max(1.5, 2));
    }
    swap(i, j);
    printf("%d %d\n", i, j);
    struct n s = {7, {8}};
    printf("%d\n", container_of(&s.l, struct n, l)->v);
    printf("%d %d %d\n", f(-5), f(3), f(10));
    printf("%d %d\n", g().l.k, ({ struct n y = g(); y.v; }));
    int r = 0;
    for (int k = 0;({ int t = k*k; t<50; });k = ({ r += k; k+1; }));
    printf("%d\n", r);
    printf("%d\n", ({ int q[2] = {1, 2}; q[1]; }) + ({ 3; }));
    printf("%d\n", r);
    do {
        ({ if (r>5) continue; });
        puts("no");
    } while (r-->10 && 0);
    printf("%d\n", ({ ({ ({ 5; }) + 1; }) * 2; }));
    int z = ({ int y = 3; switch (y){ case 3: y = 30; break; default: y = 0; } y; });
    printf("%d\n", z);
    return ({ ; ; z>20 ? 4 : 5; });
}
