#include "x.h"

struct plugin registry[4];
int registry_count;

void register_plugin(const char *name, int (*run)(int)) {
    registry[registry_count++] = (struct plugin){name, run};
}
