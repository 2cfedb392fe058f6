// The tasks have different creators: dependences order siblings only.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task depend(out : x)
            x = 1;  //~ RACE
        }
#pragma omp task depend(out : x)
        x = 2;  //~ RACE
    }
    return x;
}
