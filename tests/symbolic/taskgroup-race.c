// Whoever waits for its tasks does not wait for what they have made.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task
            if (k == -5)
                x = 1; //~ RACE
        }
#pragma omp taskwait
        x = 2; //~ RACE
    }
    return 0;
}
