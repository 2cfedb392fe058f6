// An automatic local variable of a called function is private.
static void count(void)
{
    int calls = 0;
    calls++;
}

int main(void)
{
#pragma omp parallel
    count();
    return 0;
}
