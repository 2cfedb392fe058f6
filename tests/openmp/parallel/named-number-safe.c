/* One value of an input of all leads to the update: the one that the program compares it with. */
#include <stdlib.h>

static int last;

int main(void)
{
    int k = rand();
#pragma omp parallel num_threads(2)
    {
        if (k == 123456789)
#pragma omp atomic
            last++;
    }
    return last;
}
