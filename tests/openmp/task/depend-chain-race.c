// The chain is broken: the last task names another item.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;  //~ RACE
#pragma omp task depend(inout : x)
        x += 1;  //~ RACE
#pragma omp task depend(inout : y)
        x += 2;  //~ RACE
#pragma omp taskwait
    }
    return x + y;
}
