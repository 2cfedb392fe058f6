// The tasks add to the shared variable.
int main(void)
{
    int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 3; i++) {
#pragma omp task shared(sum)
        sum += i;  //~ RACE
    }
    return sum;
}
