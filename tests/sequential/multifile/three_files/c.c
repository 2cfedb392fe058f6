#include "x.h"

static int run(int x) { return from_main(x) * 2; }
static int half(int x) { return x / 2; }

void register_all(void) {
    register_plugin("double", run);
    register_plugin("half", half);
}
