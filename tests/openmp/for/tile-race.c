// Two tiles share an element.
static int a[8];

int main(void)
{
#pragma omp parallel for
#pragma omp tile sizes(3)
    for (int i = 0; i < 8; i++)
        a[i / 2]++;  //~ RACE
    return a[0];
}
