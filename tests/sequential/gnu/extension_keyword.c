#include <stdio.h>

__extension__ typedef long long int wide;
__extension__ typedef struct { int a; union { int b; float c; }; } mixed;
__extension__ static int global = __extension__ 5;

struct holder {
    __extension__ unsigned long long v;
    __extension__ struct { int x, y; };
};

static __inline __const int *__restrict pick(__const int *__restrict a, __volatile__ int b) { return a + b; }
static __signed__ char sc = -3;

int main(void) {
    wide w = __extension__(1LL << 33);
    mixed m = {1, {2}};
    struct holder h = {7, {8, 9}};
    printf("%lld %d %llu %d\n", w, m.b, h.v, h.y);
    int v[] = {1, 2, 3};
    printf("%d %d\n", *pick(v, 2), sc);
    int r = __extension__({ int t = global; t * 3; });
    printf("%d\n", r);
    __asm__ __volatile__("" : : : "memory");
    return __extension__ r + __alignof__(int);
}
