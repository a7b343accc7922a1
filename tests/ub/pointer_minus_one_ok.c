// expect: ok
int main(void)
{
    char text[] = "abc";
    char *p = text;
    return *p - 'a';
}
