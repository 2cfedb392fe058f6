// The task is over when the last statement comes.
int main(void)
{
    static int last, x;
#pragma omp task shared(last)
    if (last) {
#pragma omp parallel num_threads(2)
        x++;
    }
#pragma omp taskwait
    last = 1;
    return 0;
}
