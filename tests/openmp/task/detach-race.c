// The task is not waited for.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task detach(event) shared(x)
        {
            x = 1;  //~ RACE
            omp_fulfill_event(event);
        }
        x = 2;  //~ RACE
    }
    return x;
}
