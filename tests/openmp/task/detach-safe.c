// A detached task ends when its event is fulfilled: `taskwait` waits for that.
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
            x = 1;
            omp_fulfill_event(event);
        }
#pragma omp taskwait
        x = 2;
    }
    return x;
}
