// main in one file, a registry in the second, the clients in the third; calls go both ways.
#include <stdio.h>
#include "x.h"

int main(void) {
    register_all();
    int sum = 0;
    for (int i = 0; i < registry_count; i++) {
        printf("%s %d\n", registry[i].name, registry[i].run(i + 5));
        sum += registry[i].run(i + 5);
    }
    return sum;
}

int from_main(int x) { return x - 1; }
