// A program asks for three threads by a call.
//~ says: with teams as large as the program asks for
#include <omp.h>

static int a[8];

int main(void)
{
    omp_set_num_threads(3);
#pragma omp parallel
    {
#pragma omp critical
        a[0]++;
    }
    return 0;
}
