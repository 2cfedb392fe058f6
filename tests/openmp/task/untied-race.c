// An untied task runs beside its creator.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied
        x = 1;  //~ RACE
        x = 2;  //~ RACE
    }
    return x;
}
