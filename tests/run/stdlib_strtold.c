/* strtold, where one rounding is enough. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const char *const texts[] = { "2.5xyz", "-0.1", "1e27", " 12345678901234567.89 ", "1e-27", "inf", "1e5",
                                         "word", "", "-0", "0.000", "3.", ".5e1e", "9223372036854775807" };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        long double value = strtold(texts[i], &end);
        printf("%.25Lg %d '%s'\n", value, (double)value == value, end);
    }
    return 0;
}
