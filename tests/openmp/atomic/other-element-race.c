// The atomic update is of another element than the plain one for the same index.
int main(void)
{
    int a[2] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
#pragma omp atomic
        a[i % 2] += i;  //~ RACE
        if (i == 0)
            a[1] += 1;  //~ RACE
    }
    return a[0];
}
