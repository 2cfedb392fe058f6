// Sieve of Eratosthenes.
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 20000000
#endif

static unsigned char composite[N + 1];

int main(void)
{
    int count = 0;
    memset(composite, 0, sizeof composite);
    for (int i = 2; i <= N; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j <= N; j += i)
            composite[j] = 1;
    }
    printf("%d primes\n", count);
    return 0;
}
