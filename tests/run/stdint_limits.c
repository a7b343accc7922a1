#include <stdio.h>
#include <stdint.h>
#include <inttypes.h>
#include <limits.h>
#include <float.h>
#include <stdbool.h>
int main(void) {
    int8_t a = INT8_MIN;
    uint16_t b = UINT16_MAX;
    int64_t c = INT64_MAX;
    uintmax_t d = UINTMAX_MAX;
    bool t = true;
    printf("%d %d %" PRId64 " %ju %d\n", a, b, c, d, t);
    printf("%d %d %u %ld %lu %lld\n", CHAR_MIN, INT_MIN, UINT_MAX, LONG_MIN, ULONG_MAX, LLONG_MAX);
    printf("%" PRIx32 " %" PRIu8 " %" PRIuPTR "\n", (uint32_t)-1, (uint8_t)-1, (uintptr_t)0);
    printf("%d %d %g %g %d\n", FLT_DIG, DBL_MANT_DIG, DBL_MAX, FLT_EPSILON, CHAR_BIT);
    printf("%zu %zu %zu\n", sizeof(int_fast16_t), sizeof(int_least32_t), sizeof(intptr_t));
    printf("%d\n", INT32_C(5) + (int)UINT64_C(7));
    imaxdiv_t q = { 1, 2 };
    printf("%d\n", (int)q.rem);
    return 0;
}
