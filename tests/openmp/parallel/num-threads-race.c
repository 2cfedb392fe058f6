// `num_threads` wins over the size that was asked for: two threads.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    x++;  //~ RACE
    return x;
}
