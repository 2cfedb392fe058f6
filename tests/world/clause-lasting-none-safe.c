// No variable is kept from region to region.
//~ lacks: with variables of threads that persist by the number of the thread
static int a;

int main(void)
{
#pragma omp parallel
    {
        int mine = 1;
#pragma omp critical
        a += mine;
    }
    return 0;
}
