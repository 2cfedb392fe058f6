// index-sums: one place
#include "../threads.h"

int main(int argc, char **argv) {
    int a[100], *p = PICK(a + (argc & 1), a);
#pragma omp parallel for
    for (int i = 0; i < 50; i++) p[i] = a[i];
}
