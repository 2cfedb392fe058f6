// Tasks that exclude each other, or only read, are not ordered for those who come after neither.
int __VERIFIER_nondet_int(void);

int x, y;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(in : x)
        if (k == 77)
            y = 1; //~ RACE
#pragma omp task depend(in : x)
        y = 2; //~ RACE
    }
    return 0;
}
