// Which team has an iteration is open: another one than that which wrote the element may read it.
#include <omp.h>

int a[2];

int main(void)
{
#pragma omp teams num_teams(2)
    {
        a[omp_get_team_num()] = 1;  //~ RACE
#pragma omp distribute parallel for num_threads(2)
        for (int i = 0; i < 8; i++) {
            int v = a[i / 2 % 2];  //~ RACE
            (void)v;
        }
    }
    return 0;
}
