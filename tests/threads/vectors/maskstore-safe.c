// Safe: no element is in the masks of both threads.
#pragma GCC target("avx2")
#include <pthread.h>
#include <stddef.h>

typedef int eight __attribute__((vector_size(32)));

int shared[8];

void *second(void *arg) {
    __builtin_ia32_maskstored256((eight *)shared, (eight){0, -1, 0, -1, 0, -1, 0, -1}, (eight){2});
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    __builtin_ia32_maskstored256((eight *)shared, (eight){-1, 0, -1, 0, -1, 0, -1, 0}, (eight){1});
    pthread_join(t, NULL);
    return 0;
}
