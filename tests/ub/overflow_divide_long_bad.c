// expect: signed-overflow line 5
int main(void)
{
    long a = -9223372036854775807 - 1, b = -1;
    long c = a / b;
    return c == 0;
}
