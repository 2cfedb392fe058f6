// Two pointers that are exchanged or not, many times.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

int cells[2];

static void *chooser(void *argument)
{
    int *one = cells, *other = cells + 1;
    for (int i = 0; i < 30; i++) {
        int *next = __VERIFIER_nondet_bool() ? one : other;
        other = __VERIFIER_nondet_bool() ? other : one;
        one = next;
    }
    *one = 1; //~ RACE
    return 0;
}

static void *writer(void *argument)
{
    cells[1] = 2; //~ RACE
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, chooser, 0);
    pthread_create(&second, 0, writer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
