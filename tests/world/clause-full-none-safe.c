// A region asks for no number of threads.
//~ lacks: with teams as large as the program asks for
static int a[8];

int main(void)
{
#pragma omp parallel
    {
#pragma omp critical
        a[0]++;
    }
    return 0;
}
