// Only the first thread comes here.
static _Thread_local int me;
static int x;

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
