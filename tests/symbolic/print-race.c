// The threads print numbers and constant texts, which reads nothing that others write; the flag is not protected.
#include <pthread.h>
#include <stdio.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned total;

void *worker(void *argument) {
    unsigned n = __VERIFIER_nondet_uint();
    printf("%s counts %5u of %c%%\n", "worker", n, 'x');
    if (n == 123456789)
        total = n; //~ RACE
    fprintf(stderr, "done\n");
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    puts("started");
    printf("total %u\n", total); //~ RACE
    pthread_join(thread, 0);
    return 0;
}
