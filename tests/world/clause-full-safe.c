// A region asks for three threads.
//~ says: with teams as large as the program asks for
static int a[8];

int main(void)
{
#pragma omp parallel num_threads(3)
    {
#pragma omp critical
        a[0]++;
    }
    return 0;
}
