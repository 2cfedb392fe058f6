// No loop is canceled.
//~ lacks: with cancellation off
#include <omp.h>

static int a[100];

int main(void)
{
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        a[i] = i;
    return 0;
}
