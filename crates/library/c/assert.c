/* Models of a failed assertion. */

void __maymust_check(int condition, const char *kind_and_message);
void __maymust_abort(void) __attribute__((noreturn));

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    __maymust_check(0, "assertion: assertion failed");
    __maymust_abort();
}

void __assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
    __maymust_check(0, "assertion: assertion failed");
    __maymust_abort();
}

void __assert(const char *assertion, const char *file, int line)
{
    __maymust_check(0, "assertion: assertion failed");
    __maymust_abort();
}

void __stack_chk_fail(void)
{
    __maymust_abort();
}

void __chk_fail(void)
{
    __maymust_check(0, "bounds: buffer overflow detected");
    __maymust_abort();
}
