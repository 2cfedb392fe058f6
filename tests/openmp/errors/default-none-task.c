// Likewise in a task.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task default(none)
    x = 1;  //~ ERROR `x` has no data-sharing attribute
    return x;
}
