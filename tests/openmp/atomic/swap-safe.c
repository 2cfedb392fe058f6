// An atomic exchange.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        int old;
#pragma omp atomic capture
        { old = x; x = 5; }
        (void)&old;
    }
    return x;
}
