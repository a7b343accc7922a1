// ask: --check bounds,overflow
int a[100];

int main(void)
{
    int s = 0, *p = &s;
    for (int i = 0; i <= 100; i++) {
        a[i] = i;
        *p += i;
    }
    return s;
}
