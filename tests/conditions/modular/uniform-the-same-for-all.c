// uniform: the same for all
#include "../threads.h"

#include <omp.h>
static int a[8];
int main(int argc, char **argv) {
#pragma omp parallel num_threads(2)
    {
        int from = 1;
        if (PICK(omp_get_thread_num(), argc) == 1) from = 0;
#pragma omp for
        for (int i = 0; i < 4; i++) a[i + from]++;
    }
}
