// The tasks find what their thread has left in the variable.
static int mine = 1, x;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        mine = 2;
#pragma omp barrier
#pragma omp single
        {
#pragma omp task
            if (mine == 2)
                x = 1;  //~ RACE
#pragma omp task
            if (mine == 2)
                x = 2;  //~ RACE
        }
    }
    return x;
}
