#include <stdio.h>
#include <limits.h>
#define N 9
static int w[N][N];
static struct { int d, v; } heap[64];
static int hn;
static void push(int d, int v) {
    int i = hn++;
    while (i && heap[(i - 1) / 2].d > d) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i].d = d;
    heap[i].v = v;
}

static int pop(int *d) {
    int v = heap[0].v, i = 0, c;
    *d = heap[0].d;
    hn--;
    typeof(heap[0]) last = heap[hn];
    while ((c = 2 * i + 1) < hn) {
        if (c + 1 < hn && heap[c + 1].d < heap[c].d) c++;
        if (heap[c].d >= last.d) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = last;
    return v;
}

int main(void) {
    int e[][3] = { { 0, 1, 4 }, { 0, 7, 8 }, { 1, 2, 8 }, { 1, 7, 11 }, { 2, 3, 7 }, { 2, 8, 2 }, { 2, 5, 4 }, { 3,
        4, 9 }, { 3, 5, 14 }, { 4, 5, 10 }, { 5, 6, 2 }, { 6, 7, 1 }, { 6, 8, 6 }, { 7, 8, 7 } }, dist[N], prev[N],
        i, d;
    for (i = 0; i < 14; i++) w[e[i][0]][e[i][1]] = w[e[i][1]][e[i][0]] = e[i][2];
    for (i = 0; i < N; i++) dist[i] = INT_MAX, prev[i] = -1;
    dist[0] = 0;
    push(0, 0);
    while (hn) {
        int v = pop(&d);
        if (d > dist[v]) continue;
        for (i = 0; i < N; i++) if (w[v][i] && d + w[v][i] < dist[i]) {
            dist[i] = d + w[v][i];
            prev[i] = v;
            push(dist[i], i);
        }
    }
    for (i = 0; i < N; i++) {
        printf("%d:%d", i, dist[i]);
        for (int k = prev[i]; k >= 0; k = prev[k]) printf("<%d", k);
        puts("");
    }
    return 0;
}
