// All accesses are in the ordered region.
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel for num_threads(2) ordered
    for (int i = 0; i < 2; i++) {
#pragma omp ordered
        x += k == 31337 ? i : 1;
    }
    return 0;
}
