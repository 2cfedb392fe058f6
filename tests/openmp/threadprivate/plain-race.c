// A global variable is shared.
static int x;

int main(void)
{
#pragma omp parallel
    x++;  //~ RACE
    return 0;
}
