// Two iterations share an element.
int main(void)
{
    int j = 0, a[8] = {0};
#pragma omp parallel for linear(j) num_threads(2)
    for (int i = 0; i < 8; i++) {
        a[j / 2] += i;  //~ RACE
        j++;
    }
    return a[0] + j;
}
