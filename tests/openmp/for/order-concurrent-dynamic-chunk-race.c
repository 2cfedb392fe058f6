// The iterations of a chunk may be beside each other.
static int a[4];

int main(void)
{
#pragma omp parallel for schedule(dynamic, 4) order(concurrent)
    for (int i = 0; i < 16; i++)
        a[i / 4] += i;  //~ RACE
    return a[0];
}
