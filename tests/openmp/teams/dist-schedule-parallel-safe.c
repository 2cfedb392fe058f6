// Chunks go to the teams in turn, so that a region of the team that wrote the element reads it.
#include <omp.h>

int a[2];

int main(void)
{
#pragma omp teams num_teams(2)
    {
        a[omp_get_team_num()] = 1;
#pragma omp distribute parallel for dist_schedule(static, 1) num_threads(2)
        for (int i = 0; i < 8; i++) {
            int v = a[i % 2];
            (void)v;
        }
    }
    return 0;
}
