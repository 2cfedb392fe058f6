// Only what does not depend on the clock's value.
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    time_t a = time(NULL), b;
    time(&b);
    printf("%d %d\n", a > 0, b >= a);
    clock_t c = clock(), d = clock();
    printf("%d %ld\n", d >= c, (long)CLOCKS_PER_SEC);
    printf("%.1f\n", difftime(100, 40));
    struct timespec ts;
    printf("%d %d\n", clock_gettime(CLOCK_MONOTONIC, &ts), 0);
    printf("%d\n", ts.tv_nsec >= 0 && ts.tv_nsec < 1000000000L);
    struct timeval tv;
    int r = gettimeofday(&tv, NULL);
    printf("%d %d\n", r, tv.tv_usec >= 0 && tv.tv_usec < 1000000);
    struct tm t = {.tm_year = 100, .tm_mon = 1, .tm_mday = 29};
    printf("%d %d %d\n", t.tm_year + 1900, t.tm_mon, t.tm_mday);
    time_t zero = 0;
    struct tm *g = gmtime(&zero);
    printf("%d %d %d %d\n", g->tm_year, g->tm_mon, g->tm_mday, g->tm_wday);
    return g->tm_year;
}
