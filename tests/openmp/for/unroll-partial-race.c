// Two iterations of the loop that is made share an element.
static int a[8];

int main(void)
{
#pragma omp parallel for
#pragma omp unroll partial(3)
    for (int i = 0; i < 8; i++)
        a[i / 2]++;  //~ RACE
    return a[0];
}
