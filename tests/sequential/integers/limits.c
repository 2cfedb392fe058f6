#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%d %d %d %u\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %u\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%d %d %u\n", INT8_MIN, INT8_MAX, UINT8_MAX);
    printf("%d %d %u\n", INT16_MIN, INT16_MAX, UINT16_MAX);
    printf("%d %d %u\n", INT32_MIN, INT32_MAX, UINT32_MAX);
    printf("%ld %ld %lu\n", (long)INT64_MIN, (long)INT64_MAX, (unsigned long)UINT64_MAX);
    printf("%lu %ld\n", (unsigned long)SIZE_MAX, (long)PTRDIFF_MAX);
    printf("%lu %ld\n", (unsigned long)UINTPTR_MAX, (long)INTPTR_MIN);
    printf("%zu %zu %zu %zu\n", sizeof(int8_t), sizeof(int16_t), sizeof(int32_t), sizeof(int64_t));
    printf("%zu %zu %zu\n", sizeof(intptr_t), sizeof(intmax_t), sizeof(size_t));
    printf("%zu %zu\n", sizeof(int_least8_t), sizeof(uint_least32_t));
    printf("%llu %d\n", (unsigned long long)UINT64_C(18446744073709551615), INT32_C(-5));
#if INT_MAX > 32767 && LONG_MAX > INT_MAX
    return 64;
#else
    return 32;
#endif
}
