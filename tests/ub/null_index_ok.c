// expect: ok
int main(void)
{
    int data[8] = { 0 };
    int *p = data;
    p[3] = 1;
    return 0;
}
