#include <stddef.h>
#include <stdio.h>

struct __attribute__((aligned(16))) vec { float x, y, z; };
struct s { char c; int v __attribute__((aligned(8))); char d; };
typedef int aligned_int __attribute__((aligned(16)));
struct t { char c; aligned_int a; };
struct u { char c; struct vec v; } __attribute__((aligned(32)));
union w { char c; short s[3]; } __attribute__((aligned(8)));
struct x { char c; } __attribute__((__aligned__));

int main(void) {
    printf("%zu %zu\n", sizeof(struct vec), _Alignof(struct vec));
    printf("%zu %zu %zu\n", sizeof(struct s), offsetof(struct s, v), offsetof(struct s, d));
    printf("%zu %zu\n", sizeof(struct t), offsetof(struct t, a));
    printf("%zu %zu %zu\n", sizeof(struct u), _Alignof(struct u), offsetof(struct u, v.y));
    printf("%zu %zu\n", sizeof(union w), _Alignof(union w));
    printf("%zu %zu\n", sizeof(struct x), sizeof(aligned_int));
    struct vec vs[2] = {{1, 2, 3}, {4, 5, 6}};
    printf("%td %.1f\n", (char *)&vs[1] - (char *)&vs[0], vs[1].z);
    return sizeof(struct u);
}
