int ring[8] = { 0 };
unsigned head = 0, tail = 0;
int i, sum = 0;
for (i = 0; i < ctx->size; i++) {
    if (head - tail == 8)
        tail++;
    ring[head++ % 8] = i + $A;
}
while (tail != head)
    sum += ring[tail++ % 8];
return sum / $B;
