// Two sections write for one value of the input.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        if (k == 99991)
            x = 1; //~ RACE
#pragma omp section
        if (k > 5)
            x = 2; //~ RACE
    }
    return 0;
}
