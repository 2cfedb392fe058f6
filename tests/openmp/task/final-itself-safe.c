// The creator waits for the final task.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(1)
        x = 1;
#pragma omp taskwait
        x = 2;
    }
    return x;
}
