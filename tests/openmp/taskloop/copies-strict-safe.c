// Each task has one iteration, which finds the first value of `t`.
int main(void)
{
    int t = 0, shared = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(strict : 1) firstprivate(t) shared(shared)
    for (int i = 0; i < 4; i++) {
        if (t)
            shared = i;
        t = 1;
    }
    return shared;
}
