// args: one two
#include <stdio.h>

static int seen;

__attribute__((constructor)) static void early(int argc, char **argv) {
    seen = argc;
    printf("constructor: %d %s\n", argc, argv[1]);
}

int main(void) {
    printf("main: %d\n", seen);
    return seen;
}
