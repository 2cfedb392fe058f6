// Each task has two iterations, and its second one finds what the first has left in `t`.
int main(void)
{
    int t = 0, shared = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(strict : 2) firstprivate(t) shared(shared)
    for (int i = 0; i < 4; i++) {
        if (t)
            shared = i;  //~ RACE
        t = 1;
    }
    return shared;
}
