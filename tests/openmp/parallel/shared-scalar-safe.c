// Each thread of a team writes its own private variable.
int main(void)
{
    int x = 0;
#pragma omp parallel private(x)
    x = 1;
    return x;
}
