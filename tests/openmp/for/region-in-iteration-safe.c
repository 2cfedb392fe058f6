// Regions that different iterations make have elements of their own, and whoever made one waits for it.
#include <omp.h>

int a[17];

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 4; i++) {
#pragma omp parallel for num_threads(2)
        for (int j = 0; j < 4; j++)
            a[4 * i + j] = j;
        a[4 * i]++;
    }
    return a[0];
}
