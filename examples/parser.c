// A parser of numbers and keys in a line of a protocol, with contracts. One bug is planted; everything else is proved.
//
// check: --each-function
#include "maymust.h"

#define LINE 8

struct line {
    char text[LINE];
    int length;
};

invariant(struct line, 0 <= self->length && self->length <= LINE);

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* The end of the number that begins at a place. */
int skip_digits(const struct line *l, int at)
    requires(l != 0 && 0 <= at && at <= l->length)
    ensures(at <= result && result <= l->length)
{
    while (at < l->length && is_digit(l->text[at]))
        at++;
    return at;
}

/* The value of the number at a place, at most 9999. */
int number(const struct line *l, int at)
    requires(l != 0 && 0 <= at && at <= l->length)
    ensures(0 <= result && result <= 9999)
{
    int value = 0;
    for (; at < l->length && is_digit(l->text[at]); at++) {
        value = value * 10 + (l->text[at] - '0');
        if (value > 9999)
            return 9999;
    }
    return value;
}

/* Where the value of `key=value` begins. Bug: a line without `=` is read beyond its end. */
int value_of(const struct line *l)
    requires(l != 0)
{
    int at = 0;
    while (l->text[at] != '=') // fails: bounds
        at++;
    return at + 1;
}
