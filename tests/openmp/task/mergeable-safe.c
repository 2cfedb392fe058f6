// A mergeable task shares `x` and is waited for.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(x) mergeable priority(1)
        x++;
#pragma omp taskwait
        x++;
    }
    return x;
}
