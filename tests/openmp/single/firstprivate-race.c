// The block of one thread and the code of all write one variable.
int main(void)
{
    int x = 1;
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
        x++;  //~ RACE
#pragma omp critical
        {
            int k = x;  //~ RACE
            (void)k;
        }
    }
    return x;
}
