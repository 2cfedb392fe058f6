// One thread makes the tasks.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(inout : x)
        x++;
    }
    return x;
}
