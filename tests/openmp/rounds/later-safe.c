// From the fifth round on another element is written, by one thread.
double sum;
int cell[40], step = 1;

int main(void)
{
    for (int round = 0; sum < 1000; round++) {
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 32; i++) {
            cell[i * step] = i;
            sum += 0.1 * i;
        }
        if (round == 4)
            cell[39] = step;
    }
    return 0;
}
