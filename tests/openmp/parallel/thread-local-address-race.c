// Every thread but the first comes here: two of them in a team of three.
static _Thread_local int mine;
static int *first, x;

int main(void)
{
    first = &mine;
#pragma omp parallel
    {
        if (first != &mine)
            x = 1;  //~ RACE
    }
    return x;
}
