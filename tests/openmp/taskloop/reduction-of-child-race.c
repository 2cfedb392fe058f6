// A child of an iteration shares the copy of its task.
int main(void)
{
    int s = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop reduction(+ : s)
    for (int i = 0; i < 3; i++) {
#pragma omp task shared(s)
        s++;  //~ RACE
        s++;  //~ RACE
#pragma omp taskwait
    }
    return s;
}
