// The object stands for a dependence of the kind `inout`.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(depobj : object)
        x++;
#pragma omp task depend(in : x)
        x++;
    }
#pragma omp depobj(object) destroy
    return x;
}
