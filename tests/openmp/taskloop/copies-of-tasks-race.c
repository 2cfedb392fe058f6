// An iteration finds in `t` what those before it in the same task have left there: two tasks of two iterations each write.
int main(void)
{
    int t = 0, shared = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop firstprivate(t) shared(shared)
    for (int i = 0; i < 4; i++) {
        if (t)
            shared = i;  //~ RACE
        t = 1;
    }
    return shared;
}
