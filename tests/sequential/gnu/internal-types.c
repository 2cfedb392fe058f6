// Names that glibc keeps for itself are used all the same.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    __uint8_t a = 255;
    __int64_t b = -1;
    __U16_TYPE c = 65535;
    __pid_t d = 3;
    __off_t e = -2;
    a++;
    c++;
    printf("%d %ld %d %d %ld\n", a, (long)b, c, d, (long)e);
    printf("%zu %zu %zu %zu\n", sizeof(__u_long), sizeof(__fsid_t), sizeof(__ssize_t), sizeof(__intmax_t));
    printf("%d %d %d\n", SI_ASYNCIO, SI_USER, SEGV_ACCERR);
    return 0;
}
