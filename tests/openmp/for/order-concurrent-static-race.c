// The iterations of a thread may be beside each other.
static int a[2];

int main(void)
{
#pragma omp parallel for schedule(static) num_threads(2) order(concurrent)
    for (int i = 0; i < 16; i++)
        a[i / 8] += i;  //~ RACE
    return a[0];
}
