// The position is that of the clause although a macro made it.
#define CLAUSE nonsense(1)

int main(void)
{
#pragma omp parallel CLAUSE  //~ ERROR nonsense
    ;
    return 0;
}
