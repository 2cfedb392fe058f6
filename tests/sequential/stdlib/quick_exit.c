// _Exit neither runs the handlers nor flushes; what was flushed before stays.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { printf("handler\n"); }

int main(void) {
    atexit(never);
    printf("before\n");
    fflush(stdout);
    _Exit(19);
}
