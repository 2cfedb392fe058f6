// Teams on the host write the element with their number.
#include <omp.h>

int main(void)
{
    int a[4] = { 0 };
#pragma omp teams num_teams(2)
    {
        a[omp_get_team_num()] = 1;
    }
    return a[0];
}
