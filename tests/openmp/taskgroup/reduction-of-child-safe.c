// A child takes part in the reduction of the group, not in that of its parent's copy.
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
#pragma omp task in_reduction(+ : s)
            s++;
            s++;
        }
    }
    return s;
}
