// Which team has an iteration is open, but all of them read what nobody wrote.
#include <omp.h>

int a[4];

int main(void)
{
#pragma omp teams num_teams(2)
    {
        a[omp_get_team_num()] = 1;
#pragma omp distribute parallel for num_threads(2)
        for (int i = 0; i < 8; i++) {
            int v = a[2 + i / 2 % 2];
            (void)v;
        }
    }
    return 0;
}
