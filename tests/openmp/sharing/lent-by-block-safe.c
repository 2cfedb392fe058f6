// A variable on the stack of whoever does the first block, whose address all know, who meet before it is used again.
static int *lent;

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int own;
#pragma omp single
        {
            own = 1;
            lent = &own;
        }
#pragma omp single nowait
        *lent = 2;
#pragma omp barrier
#pragma omp master
        own = 3;
#pragma omp barrier
    }
    return 0;
}
