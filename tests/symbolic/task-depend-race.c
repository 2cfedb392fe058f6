// The tasks depend on places that inputs name, which are not always the same.
unsigned __VERIFIER_nondet_uint(void);

int a[4], x;

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : a[i])
        x = 1; //~ RACE
#pragma omp task depend(in : a[j])
        a[0] = x; //~ RACE
    }
    return 0;
}
