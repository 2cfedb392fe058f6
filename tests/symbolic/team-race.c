// One value of the input lets all threads of a team write without a lock.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel num_threads(2)
    {
        if (k == 123456789)
            x++; //~ RACE
    }
    return 0;
}
