// The loop variable is written after the loop by the thread of the last iteration, and read at once.
int main(void)
{
    int i;
#pragma omp parallel
    {
        int k;
#pragma omp for lastprivate(i) nowait
        for (i = 0; i < 4; i++)  //~ RACE
            ;
        k = i;  //~ RACE
        (void)k;
    }
    return i;
}
