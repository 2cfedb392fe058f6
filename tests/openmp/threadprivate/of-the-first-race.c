// Every thread but the first comes here: two of them in a team of three.
static int me, x;
#pragma omp threadprivate(me)

int main(void)
{
    me = 1;
#pragma omp parallel
    {
        if (!me)
            x = 1;  //~ RACE
    }
    return x;
}
