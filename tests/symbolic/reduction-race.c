// The sum that a loop combines is read by one thread before the others are done, for one value of the input.
int __VERIFIER_nondet_int(void);

int sum, seen;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
    {
#pragma omp for reduction(+ : sum) nowait //~ RACE
        for (int i = 0; i < 2; i++)
            sum += i;
#pragma omp master
        if (k == -77777)
            seen = sum; //~ RACE
    }
    return 0;
}
