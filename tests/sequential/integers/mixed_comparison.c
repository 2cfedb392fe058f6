#include <stdio.h>

int main(void) {
    int minus = -1;
    unsigned one = 1;
    long lminus = -1;
    unsigned long lone = 1;
    unsigned short small = 1;
    printf("%d ", minus < one);
    printf("%d ", lminus < one);
    printf("%d ", lminus < lone);
    printf("%d\n", minus < small);
    printf("%d ", minus == 0xffffffffu);
    printf("%d ", lminus == 0xffffffffu);
    printf("%d\n", lminus == 0xffffffffffffffffu);
    printf("%d ", sizeof(int) > -1);
    printf("%d\n", -1 > sizeof(int));
    printf("%d\n", (one ? minus : one) > 0);
    printf("%d\n", 2147483648 > 0);
    printf("%d\n", -2147483648 < 0);
    printf("%d\n", 0x80000000 > 0);
    printf("%zu %zu %zu\n", sizeof(2147483648), sizeof(0x80000000), sizeof(4294967296));
    printf("%d %d\n", 1 < 2 < 3, 3 > 2 > 1);
    char c = -1;
    return (c < one) + 2 * (c < (int)one) + 4 * ((unsigned char)c > one);
}
