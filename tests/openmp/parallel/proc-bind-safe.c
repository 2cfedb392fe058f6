// Clauses that concern places change nothing.
int main(void)
{
    int x = 0;
#pragma omp parallel proc_bind(close)
    {
#pragma omp critical
        x++;
    }
    return x;
}
