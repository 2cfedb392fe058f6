// `num_threads` wins over the size that was asked for: one thread.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(1)
    x++;
    return x;
}
