// expect: bounds line 6
int main(void)
{
    const char *s = "abc";
    int i = 4;
    return s[i];
}
