#include <inttypes.h>
#include <stdio.h>

int main(void) {
    int8_t a = -8;
    uint16_t b = 16000;
    int32_t c = -320000;
    uint64_t d = 1ull << 50;
    intmax_t m = -7;
    uintptr_t p = 255;
    printf("%" PRId8 " %" PRIu16 " %" PRId32 " %" PRIu64 "\n", a, b, c, d);
    printf("%" PRIx64 " %" PRIX32 " %" PRIo16 "\n", d, (uint32_t)c, b);
    printf("%" PRIdMAX " %" PRIuPTR " %" PRIxPTR "\n", m, p, p);
    printf("%10" PRId64 "|%-8" PRIi32 "|%04" PRIx8 "\n", (int64_t)-5, c, (uint8_t)a);
    printf("%" PRIdLEAST16 " %" PRIdFAST8 "\n", (int_least16_t)3, (int_fast8_t)4);
    int32_t r;
    uint64_t s;
    int16_t h;
    printf("%d", sscanf("-12 ff 77", "%" SCNd32 " %" SCNx64 " %" SCNd16, &r, &s, &h));
    printf(" %" PRId32 " %" PRIu64 " %" PRId16 "\n", r, s, h);
    printf("%jd %ju\n", strtoimax("-99", NULL, 10), strtoumax("77", NULL, 8));
    printf("%" PRId64 "\n", INT64_C(1) << 40);
    return h;
}
