// gcc computes with a bit-field wider than int in the field's own width.
#include <stdio.h>

struct s { unsigned long long wide : 40; long long sig : 36; unsigned long long all : 64; };

int main(void) {
    struct s s = {0xffffffffffULL, -1, ~0ULL};
    printf("%d\n", s.wide + 1 == 0);
    printf("%llx\n", (unsigned long long)(s.wide << 4));
    printf("%llx\n", (unsigned long long)(s.wide << 4 >> 4));
    printf("%llx\n", (unsigned long long)s.wide << 4);
    printf("%llx\n", (unsigned long long)~s.wide);
    printf("%lld\n", (long long)(s.sig - 1));
    printf("%llu\n", s.all + 2);
    s.wide++;
    printf("%llx\n", (unsigned long long)s.wide);
    s.sig = 1LL << 34;
    printf("%lld\n", (long long)s.sig * 4);
    return s.wide + 1 == 1 ? 21 : 22;
}
