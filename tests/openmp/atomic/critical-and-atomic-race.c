// A critical section does not exclude atomic updates, which are not in it.
int main(void)
{
    int x = 0;
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp atomic
        x += 1;  //~ RACE
#pragma omp section
#pragma omp critical
        x += 2;  //~ RACE
    }
    return x;
}
