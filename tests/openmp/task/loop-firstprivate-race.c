// The loop variable of the creator is shared with its tasks.
int main(void)
{
    int i, a[4] = { 0 };
#pragma omp parallel
#pragma omp single
    {
        for (i = 0; i < 2; i++) {  //~ RACE
#pragma omp task shared(i)
            {
                int k = i;  //~ RACE
                (void)k;
            }
        }
#pragma omp taskwait
    }
    return a[0];
}
