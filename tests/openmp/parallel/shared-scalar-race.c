// The threads of a team write one shared variable.
int main(void)
{
    int x = 0;
#pragma omp parallel shared(x)
    x = 1;  //~ RACE
    return x;
}
