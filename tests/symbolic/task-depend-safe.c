// The tasks depend on one place, whatever the inputs are.
unsigned __VERIFIER_nondet_uint(void);

int a[4], x;

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 4, j = (i + 4) & 3;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : a[i])
        x = 1;
#pragma omp task depend(in : a[j])
        a[0] = x;
    }
    return 0;
}
