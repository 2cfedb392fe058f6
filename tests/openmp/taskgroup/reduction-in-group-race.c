// A group in a task reduces the copy of the task, which changes meanwhile.
int main(void)
{
    int s = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : s)
    {
#pragma omp task in_reduction(+ : s)
        {
#pragma omp taskgroup task_reduction(+ : s)
            {
#pragma omp task in_reduction(+ : s)  //~ RACE
                s++;
                s++;  //~ RACE
            }
        }
    }
    return s;
}
