// The private copies of a reduction are combined at the end; the pointer leads to the shared variable.
int main(void)
{
    double sum = 0, *p = &sum;
#pragma omp parallel
    {
        *p += 1;  //~ RACE
    }
    return (int)*p;
}
