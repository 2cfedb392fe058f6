// The update reads what the host reads.
int a[8];
#pragma omp declare target to(a)

int main(void)
{
    int x;
#pragma omp target update to(a[0:8]) nowait
    x = a[5];
#pragma omp taskwait
    return x;
}
