// `taskwait` waits for children only, not for their children.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task
            x = 1;  //~ RACE
        }
#pragma omp taskwait
        y = x;  //~ RACE
    }
    return y;
}
