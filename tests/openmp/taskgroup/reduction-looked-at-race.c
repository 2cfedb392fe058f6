// Who has made the tasks looks at the variable while a grandchild is combined with it.
int g;

int main(void)
{
    int s = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : s)
        {
#pragma omp task
            {
                int other = 0;
#pragma omp task in_reduction(+ : s)  //~ RACE
                s += other;
            }
#pragma omp taskwait
            g = s;  //~ RACE
        }
    }
    return s;
}
