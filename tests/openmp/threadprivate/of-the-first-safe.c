// Only the first thread comes here.
static int me, x;
#pragma omp threadprivate(me)

int main(void)
{
    me = 1;
#pragma omp parallel
    {
        if (me)
            x = 1;
    }
    return x;
}
