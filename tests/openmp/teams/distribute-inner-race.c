// The inner loop is shared among the threads of a team, which add to one element.
int main(void)
{
    int a[4][4] = { { 0 } };
#pragma omp target teams distribute num_teams(2) map(tofrom : a)
    for (int i = 0; i < 4; i++) {
#pragma omp parallel for
        for (int j = 0; j < 4; j++)
            a[i][0] += j;  //~ RACE
    }
    return a[0][0];
}
