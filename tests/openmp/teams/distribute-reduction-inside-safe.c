// Each team has a copy that its regions add to, and the copies are added at the end.
int sum;

int main(void)
{
#pragma omp teams num_teams(3) reduction(+ : sum)
#pragma omp distribute
    for (int i = 0; i < 12; i += 4)
#pragma omp parallel for reduction(+ : sum)
        for (int j = i; j < i + 4; j++)
            sum += j;
    return sum;
}
