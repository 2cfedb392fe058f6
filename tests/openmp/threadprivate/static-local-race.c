// A static local variable is shared.
static int next(void)
{
    static int last;
    return ++last;  //~ RACE
}

int main(void)
{
#pragma omp parallel
    next();
    return 0;
}
