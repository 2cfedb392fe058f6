// Only its creator looks at the handle.
//~ lacks: provided that `pthread_create` stores handles before threads start
#include "clause.h"

static pthread_t t;

int main(void)
{
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return two();
}
