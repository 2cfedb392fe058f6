// The original is written by one thread while others still initialise their copies from it.
static void start(int *copy, const int *original) { *copy = *original * 0; }

#pragma omp declare reduction(sum : int : omp_out += omp_in) initializer(start(&omp_priv, &omp_orig))

int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp masked
        x = 1;  //~ RACE
#pragma omp for reduction(sum : x)  //~ RACE
        for (int i = 0; i < 4; i++)
            x += i;
    }
    return x;
}
