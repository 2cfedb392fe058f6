// The device has one copy of a declared variable; the second target task waits for the first.
#pragma omp declare target
int count;
#pragma omp end declare target

int main(void)
{
#pragma omp target nowait
    count++;
#pragma omp taskwait
#pragma omp target nowait
    count++;
#pragma omp taskwait
    return 0;
}
