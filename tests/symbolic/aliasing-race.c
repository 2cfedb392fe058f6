// Two pointers that are the same for one input.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int cells[3];
int *left, *right;

static void *writer(void *argument)
{
    *left = 1; //~ RACE
    return 0;
}

int main(void)
{
    pthread_t thread;
    int n = __VERIFIER_nondet_int();
    left = &cells[0];
    right = n == 77 ? left : &cells[1];
    pthread_create(&thread, 0, writer, 0);
    *right = 2; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
