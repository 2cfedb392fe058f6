// Nothing orders the tasks.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 1;  //~ RACE
#pragma omp taskwait depend(in: y) depend(out: y) nowait
#pragma omp task depend(in: y)
        x = 2;  //~ RACE
    }
    return x + y;
}
