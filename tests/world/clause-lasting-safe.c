// A variable of each thread is kept from region to region.
//~ says: with variables of threads that persist by the number of the thread
static int mine, a;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp parallel
    mine = 1;
#pragma omp parallel
    {
#pragma omp critical
        a += mine;
    }
    return 0;
}
