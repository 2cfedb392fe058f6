// A thread has the address of a variable of a function that has returned when the program ends.
//~ says: provided that variables of `main` live on after its return
#include "clause.h"

static void *look(void *a)
{
    pthread_mutex_lock(&m);
    n = *(int *)a;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    int mine = 1;
    pthread_create(&t, 0, look, &mine);
    return mine == 2;
}
