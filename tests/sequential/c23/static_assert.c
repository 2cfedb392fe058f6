// std: gnu2x
#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <threads.h>

_Static_assert(sizeof(bool) == 1);
_Static_assert(true && !false, "with text");
thread_local int counter = 3;

static bool positive(int x) { return x > 0; }
struct s { char c; alignas(8) int v; _Static_assert(sizeof(int) == 4); };

int main(void) {
    bool b = 5;
    printf("%d %d %d\n", b, true, false);
    printf("%zu %zu\n", alignof(struct s), sizeof(struct s));
    counter += positive(4);
    typeof(counter) copy = counter;
    _Static_assert(alignof(int) == 4);
    printf("%d %d\n", copy, positive(-1));
    return copy * 10 + b;
}
