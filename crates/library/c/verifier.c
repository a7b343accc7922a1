/* Models of the functions by which verification tasks ask for arbitrary values and state conditions. */

long __maymust_nondet_long(void);
void __maymust_assume(int condition);
void __maymust_check(int condition, const char *kind_and_message);
void __maymust_abort(void) __attribute__((noreturn));

_Bool __VERIFIER_nondet_bool(void)
{
    return __maymust_nondet_long() != 0;
}

char __VERIFIER_nondet_char(void)
{
    return (char)__maymust_nondet_long();
}

signed char __VERIFIER_nondet_schar(void)
{
    return (signed char)__maymust_nondet_long();
}

unsigned char __VERIFIER_nondet_uchar(void)
{
    return (unsigned char)__maymust_nondet_long();
}

short __VERIFIER_nondet_short(void)
{
    return (short)__maymust_nondet_long();
}

unsigned short __VERIFIER_nondet_ushort(void)
{
    return (unsigned short)__maymust_nondet_long();
}

int __VERIFIER_nondet_int(void)
{
    return (int)__maymust_nondet_long();
}

unsigned int __VERIFIER_nondet_uint(void)
{
    return (unsigned int)__maymust_nondet_long();
}

long __VERIFIER_nondet_long(void)
{
    return (long)__maymust_nondet_long();
}

unsigned long __VERIFIER_nondet_ulong(void)
{
    return (unsigned long)__maymust_nondet_long();
}

_Bool __VERIFIER_nondet__Bool(void)
{
    return __maymust_nondet_long() != 0;
}

unsigned int __VERIFIER_nondet_unsigned(void)
{
    return (unsigned int)__maymust_nondet_long();
}

unsigned char __VERIFIER_nondet_unsigned_char(void)
{
    return (unsigned char)__maymust_nondet_long();
}

unsigned short __VERIFIER_nondet_u16(void)
{
    return (unsigned short)__maymust_nondet_long();
}

unsigned long __VERIFIER_nondet_size_t(void)
{
    return (unsigned long)__maymust_nondet_long();
}

long __VERIFIER_nondet_loff_t(void)
{
    return (long)__maymust_nondet_long();
}

unsigned char __VERIFIER_nondet_u8(void)
{
    return (unsigned char)__maymust_nondet_long();
}

unsigned int __VERIFIER_nondet_u32(void)
{
    return (unsigned int)__maymust_nondet_long();
}

static unsigned long long __maymust_nondet_64(void)
{
    unsigned long long high = (unsigned int)__maymust_nondet_long();
    unsigned long long low = (unsigned int)__maymust_nondet_long();
    return high << 32 | low;
}

long long __VERIFIER_nondet_longlong(void)
{
    if (sizeof(long) == sizeof(long long))
        return __maymust_nondet_long();
    return (long long)__maymust_nondet_64();
}

unsigned long long __VERIFIER_nondet_ulonglong(void)
{
    if (sizeof(long) == sizeof(long long))
        return (unsigned long long)__maymust_nondet_long();
    return __maymust_nondet_64();
}

union __maymust_double_bits { unsigned long long bits; double value; };
union __maymust_float_bits { unsigned bits; float value; };

double __VERIFIER_nondet_double(void)
{
    union __maymust_double_bits number;
    number.bits = __VERIFIER_nondet_ulonglong();
    return number.value;
}

float __VERIFIER_nondet_float(void)
{
    union __maymust_float_bits number;
    number.bits = (unsigned)__maymust_nondet_long();
    return number.value;
}

void __VERIFIER_assume(int condition)
{
    __maymust_assume(condition);
}

void __VERIFIER_assert(int condition)
{
    __maymust_check(condition, "assertion: __VERIFIER_assert fails");
}

void __VERIFIER_error(void)
{
    __maymust_check(0, "assertion: __VERIFIER_error is reached");
    __maymust_abort();
}

void reach_error(void)
{
    __maymust_check(0, "assertion: reach_error is reached");
    __maymust_abort();
}
