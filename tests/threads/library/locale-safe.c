// No race: the locale is asked for when nobody sets it any more.
#include <locale.h>
#include <pthread.h>
#include <stddef.h>

void *set(void *arg) {
    setlocale(LC_ALL, "C");
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    const char *name = setlocale(LC_ALL, NULL);
    return name == NULL;
}
