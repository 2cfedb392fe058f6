// A variable on the stack of whoever does the first block, whose address all know: it may be the first thread, and the other one does the second block.
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
        *lent = 2;  //~ RACE
#pragma omp master
        own = 3;  //~ RACE
#pragma omp barrier
    }
    return 0;
}
