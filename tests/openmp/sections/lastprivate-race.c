// The last section is not the one that writes: its private copy is not what is read beside it.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
    {
        int k;
#pragma omp sections lastprivate(x) nowait  //~ RACE
        {
#pragma omp section
            x = 1;
#pragma omp section
            x = 2;
        }
        k = x;  //~ RACE
        (void)k;
    }
    return x + y;
}
