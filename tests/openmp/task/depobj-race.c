// The object is updated to `in`: two `in` are not ordered.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp depobj(object) update(in)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(depobj : object)
        x++;  //~ RACE
#pragma omp task depend(in : x)
        x++;  //~ RACE
    }
#pragma omp depobj(object) destroy
    return x;
}
