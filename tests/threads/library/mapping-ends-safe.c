// No race: a mapping is given back after another thread has used it.
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

int *numbers;

void *second(void *arg) {
    numbers[0] = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    numbers = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (numbers == MAP_FAILED)
        return 1;
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
    munmap(numbers, 4096);
    return 0;
}
