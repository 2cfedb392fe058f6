// The function calls itself again before its team is made, so that there is one team at a time.
#include <omp.h>

int hits[4];

static void visit(int depth)
{
    if (depth > 0)
        visit(depth - 1);
#pragma omp parallel num_threads(2)
    {
        hits[omp_get_thread_num()]++;
    }
}

int main(int count, char **words)
{
    (void)words;
    visit(count > 0);
    return 0;
}
