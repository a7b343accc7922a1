// expect: signed-overflow line 5
int main(void)
{
    int a = -2147483647 - 1;
    int c = -a;
    return c == 0;
}
