// A child shares its parent's copy.
int main(void)
{
    int s = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : s)
    {
#pragma omp task in_reduction(+ : s)
        {
            s++;
#pragma omp task shared(s)
            s++;  //~ RACE
            s++;  //~ RACE
#pragma omp taskwait
        }
    }
    return s;
}
