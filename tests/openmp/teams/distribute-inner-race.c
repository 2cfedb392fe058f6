// The inner loop is shared among the threads of a team, which add to one element.
int main(void)
{
    int a[2][2] = { { 0 } };
#pragma omp target teams distribute num_teams(2) map(tofrom : a)
    for (int i = 0; i < 2; i++) {
#pragma omp parallel for num_threads(2)
        for (int j = 0; j < 2; j++)
            a[i][0] += j;  //~ RACE
    }
    return a[0][0];
}
