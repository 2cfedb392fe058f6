#include <limits.h>
#include <stdio.h>

int main(void) {
    char c = (char)0xff;
    signed char s = (signed char)0xff;
    unsigned char u = 0xff;
    printf("%d %d %d\n", c, s, u);
    printf("%d %d\n", c == s, c == u);
    printf("%d %d\n", CHAR_MIN, CHAR_MAX);
    char text[] = "\xe9t\xe9";
    printf("%d %d %d\n", text[0], (unsigned char)text[0], text[1]);
    printf("%d\n", '\xff');
    printf("%d\n", '\377' == -1);
    printf("%x\n", c);
    int sum = 0;
    for (int i = 0; i < 256; i++) sum += (char)i;
    printf("%d\n", sum);
    printf("%d\n", 'ab');
    printf("%d\n", (char)128 < 0);
    unsigned widened = c;
    printf("%u\n", widened);
    unsigned long from_uchar = u;
    printf("%lu\n", from_uchar);
    return u & 0x7d;
}
