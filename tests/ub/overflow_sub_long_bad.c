// expect: signed-overflow line 5
int main(void)
{
    long a = -9223372036854775807;
    a -= 2;
    return a == 0;
}
