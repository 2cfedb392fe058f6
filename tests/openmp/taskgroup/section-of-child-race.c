// The same for elements that a pointer points to: a child shares them with its parent.
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
#pragma omp task shared(p)
            p[1]++;  //~ RACE
            p[1]++;  //~ RACE
#pragma omp taskwait
        }
    }
    return s[0];
}
