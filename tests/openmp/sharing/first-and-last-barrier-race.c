// That copies are made before the last value is written is no barrier.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        y = 1;  //~ RACE
#pragma omp for firstprivate(x) lastprivate(x)
        for (int i = 0; i < 4; i++) {
            x = i;
            if (i == 3)
                y = 2;  //~ RACE
        }
    }
    return x + y;
}
