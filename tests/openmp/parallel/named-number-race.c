/* One value of an input of all leads to the race: the one that the program compares it with. */
#include <stdlib.h>

static int last;

int main(void)
{
    int k = rand();
#pragma omp parallel num_threads(2)
    {
        if (k == 123456789)
            last++; //~ RACE
    }
    return last;
}
