// The sections share the counter.
int main(void)
{
    int x = 1;
#pragma omp parallel sections shared(x)
    {
#pragma omp section
        x++;  //~ RACE
#pragma omp section
        x++;  //~ RACE
    }
    return 0;
}
