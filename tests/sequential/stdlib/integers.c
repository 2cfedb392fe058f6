#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d %ld %lld\n", abs(-5), labs(-5000000000L), llabs(-7LL));
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(17L, -5L);
    lldiv_t ll = lldiv(100LL, 7LL);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    imaxdiv_t m = imaxdiv(-9, 4);
    printf("%jd %jd %jd\n", m.quot, m.rem, imaxabs(-3));
    srand(1);
    int a = rand(), ok = 1;
    srand(1);
    int b = rand();
    for (int i = 0; i < 100; i++) {
        int r = rand();
        ok &= r >= 0 && r <= RAND_MAX;
    }
    printf("%d %d\n", a == b, ok);
    printf("%d\n", RAND_MAX >= 32767);
    printf("%d\n", getenv("SURELY_NOT_SET_ANYWHERE_42") == NULL);
    printf("%d %d\n", EXIT_SUCCESS, EXIT_FAILURE);
    return div(100, 8).quot;
}
