// Three times the input is never that number and even.
int __VERIFIER_nondet_int(void);

int a[8];

int main(void)
{
    int k = __VERIFIER_nondet_int();
#pragma omp parallel for num_threads(2) schedule(dynamic)
    for (int i = 0; i < 3; i++)
        a[k * 3 == 370370367 && k % 2 == 0 ? i / 2 : i] = i;
    return 0;
}
