// Tasks that exclude each other do not write at the same time, in whatever order they come.
int __VERIFIER_nondet_int(void);

int x, y;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        if (k == 77)
            y = 1;
#pragma omp task depend(mutexinoutset : x)
        y = 2;
    }
    return 0;
}
