// The tasks have no item in common.
int main(void)
{
    int x = 0, a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : a, b)
        x += 1;  //~ RACE
#pragma omp task depend(mutexinoutset : c)
        x += 2;  //~ RACE
    }
    return x + a + b + c;
}
