// Each thread of a team adds one.
//~ says: teams of any size
#include "clause.h"

int main(void)
{
#pragma omp parallel
    work(0);
    return 0;
}
