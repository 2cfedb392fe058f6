// An iteration finds in `t` what those before it in the same task have left there: of three iterations only one task has more than one.
int main(void)
{
    int t = 0, shared = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop firstprivate(t) shared(shared)
    for (int i = 0; i < 3; i++) {
        if (t)
            shared = i;
        t = 1;
    }
    return shared;
}
