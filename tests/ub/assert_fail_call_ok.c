// expect: ok
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
static void check(int condition)
{
    if (!condition)
        __assert_fail("condition", "file.c", 5, "check");
}
int main(void)
{
    check(1);
    check(2);
    return 0;
}
