// `x = 2 - x` is an atomic update.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic update
        x = 2 - x;
    }
    return x;
}
