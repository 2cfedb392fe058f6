// Critical sections of different names do not exclude each other.
int main(void)
{
    int x = 0;
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp critical(one)
        x++;  //~ RACE
#pragma omp section
#pragma omp critical(two)
        x++;  //~ RACE
    }
    return x;
}
