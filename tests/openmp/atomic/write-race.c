// A plain write beside atomic reads.
int main(void)
{
    int x = 0;
#pragma omp parallel sections
    {
#pragma omp section
        {
            int k;
#pragma omp atomic read
            k = x;  //~ RACE
            (void)k;
        }
#pragma omp section
        x = 1;  //~ RACE
    }
    return x;
}
