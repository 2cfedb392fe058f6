// From the fifth round on all iterations write one element.
double sum;
int cell[40], step = 1;

int main(void)
{
    for (int round = 0; sum < 1000; round++) {
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 32; i++) {
            cell[i * step] = i;  //~ RACE
            sum += 0.1 * i;
        }
        if (round == 4)
            step = 0;
    }
    return 0;
}
