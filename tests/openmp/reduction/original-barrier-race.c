// That all have read the original before one combines is no barrier.
#pragma omp declare reduction(sum : int : omp_out += omp_in) initializer(omp_priv = omp_orig - omp_orig)

int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        y = 1;  //~ RACE
#pragma omp for reduction(sum : x)
        for (int i = 0; i < 4; i++) {
            x += i;
            if (i == 3)
                y = 2;  //~ RACE
        }
    }
    return x + y;
}
