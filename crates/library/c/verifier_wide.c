/* Arbitrary 128-bit values, apart because only the 64-bit data model has them. */

unsigned long long __VERIFIER_nondet_ulonglong(void);

__int128 __VERIFIER_nondet_int128(void)
{
    unsigned __int128 high = __VERIFIER_nondet_ulonglong();
    return (__int128)(high << 64 | __VERIFIER_nondet_ulonglong());
}

unsigned __int128 __VERIFIER_nondet_uint128(void)
{
    unsigned __int128 high = __VERIFIER_nondet_ulonglong();
    return high << 64 | __VERIFIER_nondet_ulonglong();
}
