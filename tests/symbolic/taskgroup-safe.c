// A group waits for what its tasks have made, too.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                if (k == -5)
                    x = 1;
            }
        }
        x = 2;
    }
    return 0;
}
