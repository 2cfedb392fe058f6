// Tasks take part in a reduction.
//~ says: task reductions whose variables nobody else uses before their group ends
static int a[16];

int main(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : a[0:16])
        {
#pragma omp task in_reduction(+ : a[0:16])
            a[0] += 1;
        }
    }
    return 0;
}
