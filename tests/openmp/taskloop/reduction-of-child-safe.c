// A child of an iteration takes part in the reduction of the loop.
int main(void)
{
    int s = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop reduction(+ : s)
    for (int i = 0; i < 3; i++) {
#pragma omp task in_reduction(+ : s)
        s++;
        s++;
    }
    return s;
}
