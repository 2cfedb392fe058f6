// teams: a task of a team
#include "../threads.h"

int main(void) {
    int *p = &x;
#ifdef RACE
#pragma omp target nowait firstprivate(p)
#else
#pragma omp parallel
#pragma omp single
#pragma omp task
#endif
    {
#pragma omp atomic
        ++*p;
    }
    x = 2;
}
