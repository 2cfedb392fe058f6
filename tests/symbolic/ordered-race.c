// One value of the input has the access outside of the ordered region.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel for num_threads(2) ordered
    for (int i = 0; i < 2; i++) {
        if (k == 31337)
            x = i; //~ RACE
#pragma omp ordered
        x += i; //~ RACE
    }
    return 0;
}
