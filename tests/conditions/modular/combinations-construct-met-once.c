// combinations: construct met once
#include "../threads.h"

int main(void) {
#pragma omp parallel num_threads(2)
    { PICK(for (int k = 0; k < 2; k++), )
#pragma omp for reduction(+:x) schedule(dynamic) nowait
        for (int i = 0; i < 2; i++) x += i;
    }
}
