// A reduction with the modifier `task`: tasks of the region take part.
int main(void)
{
    int sum = 0, *p = &sum;
#pragma omp parallel num_threads(2) reduction(task, + : sum)
    {
#pragma omp task in_reduction(+ : sum)
        sum += 1;
    }
    return *p;
}
