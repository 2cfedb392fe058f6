// The single block writes a shared variable beside the other threads.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp single nowait
        x = 1;  //~ RACE
#pragma omp critical
        x = 2;  //~ RACE
    }
    return x;
}
