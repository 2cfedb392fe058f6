// The task adds to the shared variable although the region reduces it.
int main(void)
{
    int sum = 0, *p = &sum;
#pragma omp parallel num_threads(2)
    {
#pragma omp task firstprivate(p)
        *p += 1;  //~ RACE
    }
    return *p;
}
