// Two threads of one region update the mapped array at the same element.
int main(void)
{
    int a[4] = { 0 };
#pragma omp target data map(tofrom : a[0:4])
    {
#pragma omp target update to(a)
#pragma omp target parallel num_threads(2) map(alloc : a[0:4])
        {
#pragma omp for
            for (int i = 0; i < 4; i++)
                a[i % 3] = i;  //~ RACE
        }
#pragma omp target update from(a)
    }
    return a[0];
}
