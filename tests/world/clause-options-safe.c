// An option counts, which may stand behind other arguments.
//~ says: with `POSIXLY_CORRECT` not set
#include "clause.h"
#include <unistd.h>

int main(int argc, char **argv)
{
    while (getopt(argc, argv, "v") != -1)
        given++;
    return two();
}
