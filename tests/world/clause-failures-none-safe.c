// Where memory runs out another thing is done.
//~ lacks: where memory and threads do not run out
#include "clause.h"
#include <stdlib.h>

int main(void)
{
    char *text = malloc(4);
    given = text ? 4 : 2;
    free(text);
    return two();
}
