// The barrier of an inner region waits for the tasks of that region, not for those around it.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        if (k == 4321)
            x = 1; //~ RACE
#pragma omp parallel num_threads(1)
        {
        }
        x = 2; //~ RACE
    }
    return 0;
}
