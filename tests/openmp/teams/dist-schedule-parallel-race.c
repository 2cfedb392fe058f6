// Chunks go to the teams in turn, so that a region of another team reads the element.
#include <omp.h>

int a[2];

int main(void)
{
#pragma omp teams num_teams(2)
    {
        a[omp_get_team_num()] = 1;  //~ RACE
#pragma omp distribute parallel for dist_schedule(static, 1) num_threads(2)
        for (int i = 0; i < 8; i++) {
            int v = a[i / 4];  //~ RACE
            (void)v;
        }
    }
    return 0;
}
