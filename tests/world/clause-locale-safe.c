// Whether there is a locale counts.
//~ says: with no locale but `C`
#include "clause.h"
#include <locale.h>

int main(void)
{
    given = setlocale(LC_ALL, "de_DE.UTF-8") ? 5 : 0;
    return two();
}
