// Clauses that concern places change nothing.
int main(void)
{
    int x = 0;
#pragma omp parallel proc_bind(close)
    {
        x++;  //~ RACE
    }
    return x;
}
