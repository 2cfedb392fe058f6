// Where memory runs out another thing is done, which never happens.
//~ lacks: memory and threads that may run out
//~ says: where memory and threads do not run out
//~ options: --no-failures
#include "clause.h"
#include <stdlib.h>

int main(void)
{
    char *text = malloc(4);
    given = text ? 4 : 2;
    free(text);
    return two();
}
