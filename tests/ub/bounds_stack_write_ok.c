// expect: ok
int main(void)
{
    char buffer[10];
    int i;
    for (i = 0; i < 10; i++)
        buffer[i] = i;
    return buffer[9] - 9;
}
