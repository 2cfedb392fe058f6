#include <stdio.h>
#include <string.h>

#define LIMIT 2000
static unsigned char composite[LIMIT / 8 + 1];
#define GET(i) (composite[(i) >> 3] >> ((i) & 7) & 1)
#define SET(i) (composite[(i) >> 3] |= 1 << ((i) & 7))

int main(void) {
    int count = 0, last = 0, twins = 0;
    long sum = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (GET(i)) continue;
        count++;
        sum += i;
        if (i - last == 2) twins++;
        last = i;
        for (int j = i * i; j < LIMIT; j += i) SET(j);
    }
    printf("%d %d %ld %d\n", count, last, sum, twins);
    int n = 1997 * 2 * 2 * 3;
    for (int p = 2; n > 1; p++)
        while (!GET(p) && n % p == 0) printf("%d ", p), n /= p;
    printf("\n");
    return twins;
}
