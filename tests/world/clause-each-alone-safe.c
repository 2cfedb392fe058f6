// Threads are started for ever: each of them alone tells.
//~ says: provided that no access leaves its object
#include "clause.h"

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, work, 0);
}
