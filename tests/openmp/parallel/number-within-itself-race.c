// Every thread of the team calls the function again, and threads of the teams within have the same numbers.
#include <omp.h>

int hits[4];

static void visit(int depth)
{
#pragma omp parallel num_threads(2)
    {
        if (depth > 0)
            visit(depth - 1);
        else
            hits[omp_get_thread_num()]++;  //~ RACE
    }
}

int main(int count, char **words)
{
    (void)words;
    visit(count > 0);
    return 0;
}
