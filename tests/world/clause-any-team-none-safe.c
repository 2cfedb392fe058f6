// There is no team.
//~ lacks: teams of any size
#include "clause.h"

int main(void)
{
    return two();
}
