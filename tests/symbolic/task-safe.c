// Either value of the input has a wait for the task.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        x = 1;
        if (k == 123456789) {
#pragma omp taskwait
            x = 2;
        } else {
#pragma omp taskwait
            x = 3;
        }
    }
    return 0;
}
