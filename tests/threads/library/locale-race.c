// One thread sets the locale of the process while another asks for it.
#include <locale.h>
#include <pthread.h>
#include <stddef.h>

void *set(void *arg) {
    setlocale(LC_ALL, "C"); //~ RACE
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    const char *name = setlocale(LC_ALL, NULL); //~ RACE
    pthread_join(t, NULL);
    return name == NULL;
}
