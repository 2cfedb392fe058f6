// A scalar is firstprivate; each thread writes a private copy of it.
int main(void)
{
    int x = 0;
#pragma omp target
#pragma omp parallel num_threads(2) firstprivate(x)
    x = 1;
    return x;
}
