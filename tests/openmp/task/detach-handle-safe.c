// Each task has its own copy of the handle.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task detach(event)
        {
            (void)x;
            omp_fulfill_event(event);
        }
#pragma omp task detach(event)
        {
            (void)x;
            omp_fulfill_event(event);
        }
    }
    return x;
}
