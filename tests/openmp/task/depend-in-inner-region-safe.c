// Tasks of one thread in one region are ordered by their dependences.
int value, copy;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out: value)
        value = 1;
        {
#pragma omp task depend(in: value)
            copy = value;
        }
    }
    return copy;
}
