// A function that nobody defines is called.
//~ says: access only what their arguments point to
#include "clause.h"

extern int measure(int);

int main(void)
{
    given = measure(2);
    return two();
}
