#include <stdio.h>

struct s { short v[3]; };
static long identity(long x) { return x; }

int main(void) {
    int x = 5;
    typeof(x) y = 6;
    typeof(x) *p = &y, **pp = &p;
    __typeof__(int[4]) arr = {1, 2};
    typeof(arr[0] + 1.0) d = 2.5;
    __typeof(&identity) f = identity;
    typeof(identity(1)) r = 1L << 40;
    printf("%d %zu %zu %zu\n", **pp, sizeof arr, sizeof d, sizeof r);
    printf("%ld\n", f(r));
    __auto_type a = 3.5f;
    __auto_type b = &arr[1];
    __auto_type c = "text";
    __auto_type big = 1ULL << 63;
    printf("%zu %d %s %llu\n", sizeof a, *b, c, big);
    struct s s = {{1, 2, 3}};
    typeof(s.v) copy = {4, 5, 6};
    typeof(*s.v) narrow = 70000;
    printf("%zu %d\n", sizeof copy, narrow);
    const int k = 3;
    typeof(k) m = 4;
    typeof(typeof(char *)[3]) names = {"a", "b", "c"};
    printf("%d %s %zu\n", m, names[2], sizeof names);
    int counter = 0;
    typeof(counter++) unused = 9;
    printf("%d %d\n", counter, unused);
    extern typeof(identity) other;
    return other(21);
}

long other(long x) { return x * 2; }
