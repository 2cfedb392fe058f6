// The same for elements that a pointer points to.
int main(void)
{
    int s[2] = {0}, *p = s;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : p[0 : 2])
    {
#pragma omp task in_reduction(+ : p[0 : 2])
        {
            p[0]++;
#pragma omp task in_reduction(+ : p[0 : 2])
            p[1]++;
            p[1]++;
        }
    }
    return s[0];
}
