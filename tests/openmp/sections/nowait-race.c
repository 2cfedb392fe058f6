// Without the barrier the code after the sections runs beside them.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int k;
#pragma omp sections nowait
        {
#pragma omp section
            x = 1;  //~ RACE
        }
        k = x;  //~ RACE
        (void)k;
    }
    return x;
}
