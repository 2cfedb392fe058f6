// The update writes what the host reads.
int a[8];
#pragma omp declare target to(a)

int main(void)
{
    int x;
#pragma omp target update from(a[0:8]) nowait  //~ RACE
    x = a[5];  //~ RACE
#pragma omp taskwait
    return x;
}
