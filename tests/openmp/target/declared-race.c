// The device has one copy of a declared variable, which two target tasks change.
#pragma omp declare target
int count;
#pragma omp end declare target

int main(void)
{
#pragma omp target nowait
    count++;  //~ RACE
#pragma omp target nowait
    count++;  //~ RACE
#pragma omp taskwait
    return 0;
}
