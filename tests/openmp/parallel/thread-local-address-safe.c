// Only the first thread comes here.
static _Thread_local int mine;
static int *first, x;

int main(void)
{
    first = &mine;
#pragma omp parallel
    {
        if (first == &mine)
            x = 1;
    }
    return x;
}
