// Two kinds of threads, each with its own lock, and one field of all records.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static struct {
    int left;
    int right;
} records[10];
static pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER, right_lock = PTHREAD_MUTEX_INITIALIZER;
static void *do_left(void *unused) {
    int i = __VERIFIER_nondet_int();
    pthread_mutex_lock(&left_lock);
    if (i >= 0 && i < 10)
        records[i].left++; //~ RACE
    pthread_mutex_unlock(&left_lock);
    return unused;
}
static void *do_right(void *unused) {
    int i = __VERIFIER_nondet_int();
    pthread_mutex_lock(&right_lock);
    if (i >= 0 && i < 10)
        records[i].left++; //~ RACE
    pthread_mutex_unlock(&right_lock);
    return unused;
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, __VERIFIER_nondet_int() ? do_left : do_right, 0);
    }
    return 0;
}
