// Two single blocks may be executed by two threads at the same time.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp single nowait
        x = 1;  //~ RACE
#pragma omp single
        x = 2;  //~ RACE
    }
    return x;
}
