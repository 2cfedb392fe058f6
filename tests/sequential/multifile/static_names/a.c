// Names of internal linkage do not meet across files.
#include <stdio.h>

static int counter = 100;
static int step(void) { return counter += 1; }
static const char name[] = "first";
static struct state { char c; } state = {'a'};
typedef long number;
enum { LIMIT = 3 };

int run(void);
const char *second_name(void);

int main(void) {
    for (int i = 0; i < LIMIT; i++) step();
    int r = run();
    printf("%d %d\n", counter, r);
    printf("%s %s\n", name, second_name());
    printf("%c %zu %zu\n", state.c, sizeof(state), sizeof(number));
    return counter - 100 + r;
}
