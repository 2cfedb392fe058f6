// Copies are initialised from the original, which nobody writes meanwhile.
static void start(int *copy, const int *original) { *copy = *original * 0; }

#pragma omp declare reduction(sum : int : omp_out += omp_in) initializer(start(&omp_priv, &omp_orig))

int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp for reduction(sum : x)
        for (int i = 0; i < 4; i++)
            x += i;
    }
    return x;
}
