// The code after the block does not wait for the tasks in it.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
        {
#pragma omp task
            x = 1;  //~ RACE
        }
        x = 2;  //~ RACE
    }
    return x;
}
