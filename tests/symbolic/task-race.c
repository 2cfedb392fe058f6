// One value of the input keeps the wait for the task from happening.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        x = 1; //~ RACE
        if (k != 123456789) {
#pragma omp taskwait
        }
        x = 2; //~ RACE
    }
    return 0;
}
