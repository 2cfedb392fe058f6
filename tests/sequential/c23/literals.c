// std: gnu2x
#include <stdio.h>

int main(void) {
    printf("%d %d\n", 0b1010'0101, 1'000'000);
    printf("%x %o\n", 0xdead'beef, 07'77);
    printf("%.3f\n", 1'234.567'8);
    printf("%zu %d\n", sizeof u8'a', u8'a');
    unsigned char c = u8'z';
    printf("%llu\n", 18'446'744'073'709'551'615ull);
    printf("%d\n", 0B11 + c);
    const unsigned char text[] = {u8'o', u8'k', 0};
    printf("%s\n", (const char *)text);
    return 1'0'0;
}
