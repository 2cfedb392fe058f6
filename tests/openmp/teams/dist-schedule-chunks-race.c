// Two threads of a team share each chunk of a team, in smaller ones.
int a[16];

int main(void)
{
#pragma omp teams distribute parallel for num_teams(2) num_threads(2) dist_schedule(static, 4) schedule(static, 2)
    for (int i = 0; i < 16; i++)
        if (i % 4)
            a[i] = a[i - 1];  //~ RACE
    return 0;
}
