// Iterations of different teams read their neighbours' elements.
int main(void)
{
    int a[9] = { 0 };
#pragma omp target teams distribute num_teams(2) map(tofrom : a)
    for (int i = 0; i < 8; i++)
        a[i] = a[i + 1];  //~ RACE
    return a[0];
}
