// A task of a region within another is no sibling of the tasks around: their dependences do not order them.
int value, copy;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out: value)
        value = 1;  //~ RACE
#pragma omp parallel num_threads(1)
        {
#pragma omp task depend(in: value)
            copy = value;  //~ RACE
        }
    }
    return copy;
}
