// The block has a copy.
int main(void)
{
    int x = 1;
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait firstprivate(x)
        x++;
#pragma omp critical
        {
            int k = x;
            (void)k;
        }
    }
    return x;
}
