#include <limits.h>
#include <stdio.h>

int main(void) {
    unsigned u = UINT_MAX;
    u++;
    printf("%u\n", u);
    u--;
    printf("%u\n", u);
    printf("%u\n", u * u);
    printf("%u\n", 0u - 1);
    unsigned long ul = ULONG_MAX;
    printf("%lu %lu\n", ul + 2, ul * 3);
    unsigned short us = 0;
    us--;
    printf("%d\n", us);
    unsigned char uc = 255;
    uc += 2;
    printf("%d\n", uc);
    printf("%u\n", -(unsigned)INT_MIN);
    printf("%u\n", 3u - 5u);
    printf("%d\n", 3u - 5u > 0);
    unsigned hash = 5381;
    for (const char *p = "unsigned wrap around"; *p; p++) hash = hash * 33 + (unsigned char)*p;
    printf("%u\n", hash);
    return hash % 126;
}
