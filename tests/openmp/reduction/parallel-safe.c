// A reduction of a parallel region.
int main(void)
{
    double sum = 0, *p = &sum;
#pragma omp parallel reduction(+ : sum)
    {
        sum += 1;
    }
    return (int)*p;
}
