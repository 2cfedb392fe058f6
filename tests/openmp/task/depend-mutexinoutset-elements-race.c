// Different elements: nothing excludes the tasks.
int main(void)
{
    int x = 0, a[2] = { 0, 0 };
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : a[0])
        x += 1;  //~ RACE
#pragma omp task depend(mutexinoutset : a[1])
        x += 2;  //~ RACE
    }
    return x + a[0];
}
