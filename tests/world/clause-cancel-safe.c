// A loop may be canceled.
//~ says: with cancellation off
#include <omp.h>

static int a[100];

int main(void)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 100; i++) {
            a[i] = i;
#pragma omp cancel for if (i == 50)
        }
    }
    return 0;
}
