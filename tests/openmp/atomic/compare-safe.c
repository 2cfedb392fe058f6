// `atomic compare` makes the conditional update atomic.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic compare
        if (x == 0) { x = 1; }
    }
    return x;
}
