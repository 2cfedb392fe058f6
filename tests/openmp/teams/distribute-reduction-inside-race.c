// The regions of different teams add to one variable under locks of their own.
int sum;

int main(void)
{
#pragma omp teams num_teams(3)
#pragma omp distribute
    for (int i = 0; i < 12; i += 4)
#pragma omp parallel for reduction(+ : sum)  //~ RACE
        for (int j = i; j < i + 4; j++)
            sum += j;
    return sum;
}
