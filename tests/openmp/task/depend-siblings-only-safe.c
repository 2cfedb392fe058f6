// The tasks are siblings.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
        {
#pragma omp task depend(out : x)
            x = 1;
        }
#pragma omp task depend(out : x)
        x = 2;
    }
    return x;
}
