// There is a barrier between them.
int __VERIFIER_nondet_int(void);

int sum, seen;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 2; i++)
            sum += i;
#pragma omp master
        if (k == -77777)
            seen = sum;
    }
    return 0;
}
