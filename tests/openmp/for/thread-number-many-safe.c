// Each thread counts its iterations in an element of its own, however many it does.
#include <omp.h>

int main(void)
{
    int count[64] = { 0 };
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 100; i++) {
        int mine = omp_get_thread_num();
        count[mine]++;
    }
    return count[0];
}
