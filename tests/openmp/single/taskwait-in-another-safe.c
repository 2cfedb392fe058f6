// The barrier of the first block orders it before the second, whoever does them.
int x, y, z;

int main(void)
{
#pragma omp parallel
    {
#pragma omp single
        x = 1;
#pragma omp single nowait
        {
#pragma omp task
            y = 1;
#pragma omp taskwait
            z = x;
        }
    }
    return z;
}
