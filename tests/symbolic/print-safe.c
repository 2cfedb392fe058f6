// The threads print numbers and constant texts, which reads nothing that others write, and the total is printed after the join.
#include <pthread.h>
#include <stdio.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned total;

void *worker(void *argument) {
    unsigned n = __VERIFIER_nondet_uint();
    printf("%s counts %5u of %c%%\n", "worker", n, 'x');
    if (n == 123456789)
        total = n;
    fprintf(stderr, "done\n");
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    puts("started");
    pthread_join(thread, 0);
    printf("total %u\n", total);
    return 0;
}
