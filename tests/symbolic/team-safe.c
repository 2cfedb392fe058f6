// The same with a critical region, a barrier and a block for one thread.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
    {
        if (k == 123456789) {
#pragma omp critical
            x++;
        }
#pragma omp barrier
#pragma omp single
        x++;
    }
    return 0;
}
