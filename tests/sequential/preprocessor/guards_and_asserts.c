#include <assert.h>
#include <stdio.h>

#define CHECK(cond) do { if (!(cond)) failures++, printf("failed: %s\n", #cond); } while (0)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
_Static_assert(sizeof(int) == 4, "int is 32 bits");
static int failures, evaluations;
static int bump(void) { return ++evaluations; }

int main(void) {
    int v[] = {3, 1, 2};
    assert(ARRAY_SIZE(v) == 3);
    assert(bump() == 1 && "message");
    CHECK(v[0] == 3);
    CHECK(v[1] > v[2]);
    if (failures)
        CHECK(0 && "inner");
    else
        printf("never\n");
    printf("%d\n", MIN(v[0], v[2]));
#undef assert
#define NDEBUG
#include <assert.h>
    assert(bump() == 1000);
    printf("%d\n", evaluations);
    _Static_assert(ARRAY_SIZE(v) == 3, "three");
    struct s { int a; _Static_assert(1, "inside a struct"); } s = {1};
    return failures * 10 + evaluations + s.a;
}
