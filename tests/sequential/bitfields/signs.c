#include <stdbool.h>
#include <stdio.h>

struct s {
    int plain : 3;
    signed sig : 3;
    unsigned uns : 3;
    bool flag : 1;
    signed one : 1;
    long long wide : 35;
    unsigned long long uwide : 35;
};

int main(void) {
    struct s s = {0};
    for (int i = -5; i <= 9; i++) {
        s.plain = i;
        s.sig = i;
        s.uns = i;
        s.flag = i;
        s.one = i;
        printf("%d: %d %d %u %d %d\n", i, s.plain, s.sig, s.uns, s.flag, s.one);
    }
    s.wide = 1LL << 34;
    s.uwide = 1LL << 34;
    printf("%lld %llu\n", (long long)s.wide, (unsigned long long)s.uwide);
    s.wide = -1;
    s.uwide = -1;
    printf("%lld %llu\n", (long long)s.wide, (unsigned long long)s.uwide);
    int assigned = (s.uns = 13);
    printf("%d\n", assigned);
    s.flag = 0.25;
    printf("%d\n", s.flag);
    return s.uns * 10 + s.flag;
}
