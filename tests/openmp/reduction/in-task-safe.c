// `task_reduction` and `in_reduction` give each task a private copy.
int main(void)
{
    int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 3; i++) {
#pragma omp task in_reduction(+ : sum)
        sum += i;
    }
    return sum;
}
