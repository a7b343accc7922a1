// expect: bounds line 7
int main(void)
{
    char buffer[10];
    int i;
    for (i = 0; i < 11; i++)
        buffer[i] = i;
    return buffer[9] - 9;
}
