// Two pointers that are never the same.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int cells[3];
int *left, *right;

static void *writer(void *argument)
{
    *left = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int n = __VERIFIER_nondet_int();
    left = &cells[0];
    right = n == 77 ? &cells[2] : &cells[1];
    pthread_create(&thread, 0, writer, 0);
    *right = 2;
    pthread_join(thread, 0);
    return 0;
}
