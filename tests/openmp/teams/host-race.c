// Teams on the host write one variable.
#include <omp.h>

int main(void)
{
    int a[4] = { 0 };
#pragma omp teams num_teams(2)
    {
        a[0 * omp_get_team_num()] = 1;  //~ RACE
    }
    return a[0];
}
