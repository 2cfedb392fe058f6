// Each thread makes its own two tasks: dependences order only siblings.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp task depend(inout : x)
        x++;  //~ RACE
    }
    return x;
}
