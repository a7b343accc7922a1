// expect: invalid-pointer line 6
int main(void)
{
    char text[] = "abc";
    char *p = (char *)-1;
    return *p - 'a';
}
