// Inputs that only fill cells: one run tells for all of them.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int cells[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *fill(void *cell) {
    *(int *)cell = __VERIFIER_nondet_int(); //~ RACE
    pthread_mutex_lock(&lock);
    sum += *(int *)cell; //~ RACE
    pthread_mutex_unlock(&lock);
    return cell;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, fill, &cells[0]);
    cells[0] = __VERIFIER_nondet_int(); //~ RACE
    pthread_join(thread, 0);
    return 0;
}
