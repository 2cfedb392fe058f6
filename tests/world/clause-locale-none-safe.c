// A character counts, in the locale that programs start with.
//~ lacks: locale
#include "clause.h"
#include <ctype.h>

int main(void)
{
    given = isalpha('a');
    return two();
}
