// A function that nobody defines is called, and said to access no memory.
//~ says: access no memory
//~ options: --extern pure
#include "clause.h"

extern int measure(int);

int main(void)
{
    given = measure(2);
    return two();
}
